// All texts of the Embed dialog, in Spanish.

import type { Messages } from '../en/embed-builder.ts';

export const words: Messages = Object.freeze({
  title: 'Pon esto en tu página',
  about:
    'Elige el contenido y el lugar. Después copia el texto. No hace peticiones a otros servidores.',
  ownLesson: 'O escribe una lección tuya',
  close: 'Cerrar',

  whatLabel: 'Contenido',
  whatState: 'El estado actual de esta página',
  whatLesson: 'Lección: {title}',
  whatCoreTest: 'Prueba de las primeras lecciones',
  whatTest: 'Prueba de todas las lecciones',
  sceneLabel: 'Empieza con',
  classKey: 'Clave de la clase, que firma los códigos de resultado (opcional)',
  languageLabel: 'Idioma',
  themeLabel: 'Colores',
  auto: 'Automático',
  themeLight: 'Claros',
  themeDark: 'Oscuros',
  compact: 'Compacto: primero la frase y los mapas',

  lockedLabel: 'Bloqueado para los lectores',
  lockText: 'La frase',
  lockSecond: 'Segunda frase',
  lockHeads: 'Cuántas cabezas',
  lockMask: 'La máscara',
  lockView: 'La vista',
  lockWeights: 'Los pesos',
  lockEdits: 'Números sueltos',
  lockBlend: 'Mezclar cabezas',
  lockLessons: 'Salir de la lección',

  baseLabel: 'Dirección de headwise',
  baseHint: 'La dirección de esta página, o la de tu propia copia de sus archivos.',
  baseLocal:
    'Solo tu dispositivo llega a esta dirección. Escribe aquí dónde encuentran headwise tus lectores.',
  baseWrong:
    'Esta no es una dirección válida. Escribe una que empiece por https://, o una ruta como headwise/.',

  placeLabel: 'Dónde va',
  placeHtml: 'Página HTML',
  placeIframe: 'Marco',
  placeFile: 'Un archivo, SCORM',
  howHtml:
    'Pégalo donde deba aparecer el laboratorio. Toma la altura que necesita. Si headwise está en otro servidor que tu página, ese servidor tiene que enviar Access-Control-Allow-Origin.',
  howIframe:
    'Para toda página que admita marcos. El script da al marco la altura de lo que muestra; una página que no admita scripts conserva la altura del texto, medida para 700 píxeles de ancho.',
  howMoodle:
    'En el editor de una página, una etiqueta o un libro, abre Herramientas, después Código fuente, y pégalo ahí.',
  howCanvas: 'En el editor de una página, cambia a la vista HTML con </> y pégalo ahí.',
  howMyst:
    'En cualquier página de un libro de MyST o Jupyter Book 2, en líneas propias. Escribe abajo la dirección completa de headwise, con https://. En Jupyter Book 1, pega el texto para un marco.',
  howQuarto:
    'En cualquier documento que se convierta en HTML, en líneas propias. Con embed-resources, como con el de pandoc, usa en su lugar el archivo único y su texto.',
  howDocusaurus:
    'En un archivo .mdx. Ahí también funciona un marco: de su texto, pega la línea que empieza por <iframe, sin el script.',
  howVitepress: 'En cualquier página, en líneas propias.',
  howGradio: 'A partir de Gradio 6. Antes, head va en gr.Blocks en lugar de demo.launch.',
  howStreamlit:
    'En una aplicación de Streamlit 1.67 o posterior; antes, sin alt. Escribe abajo la dirección completa de headwise, con https://.',
  howObservable: 'En una celda de JavaScript.',
  howFile:
    'Sin ningún servidor: sube uno de estos a tu plataforma de aprendizaje. El archivo también se abre con doble clic. El paquete además avisa a la plataforma cuando alguien llega al final.',
  english:
    'Incluir el modelo de inglés ({size} MB más), para que cualquier frase tenga cabezas entrenadas',
  englishNeeded: 'Esta lección trata del modelo de inglés. Sin él no se puede hacer.',
  passLabel: 'SCORM: la lección se completa cuando',
  passRead: 'está hecha su última escena',
  passAt: 'el {percent} % de sus preguntas es correcto',
  saveFile: 'Guardar como un archivo HTML',
  saveScorm: 'Guardar como paquete SCORM',
  fileFrame:
    'Para mostrar el archivo guardado en una página que esté a su lado, también donde pandoc o Quarto reúnen toda la página en un archivo (embed-resources), pega esto:',
  saving: 'Preparando',
  saved: 'Guardado como {name}',
  failed: 'No ha funcionado: {detail}',
  tooLong:
    'Todo esto no cabe en una dirección, así que aquí faltan las frases y los números cambiados. En una página HTML o en un archivo sí van incluidos.',

  codeLabel: 'Texto para pegar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Seleccionado: cópialo a mano',
  frameTitle: 'Mapas de atención que puedes cambiar',
  frameLesson: 'Lección sobre la atención: {title}',
  link: 'Abrir los mapas de atención',

  previewLabel: 'Vista previa',
});

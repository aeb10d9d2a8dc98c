// The words of the lessons in Spanish; see en.js for what places and backquotes mean.

/** @type {typeof import('./en.js').text} */
export const text = Object.freeze({
  'one-head': {
    title: 'Una cabeza',
    about: 'Del vector de una palabra a su nuevo vector.',
    scenes: [
      {
        title: 'Una palabra se vuelve números',
        text: [
          'El motor no sabe leer. Por eso cada palabra se sustituye por una lista de números, su vector. Aquí tiene {width} números; los modelos reales usan cientos, y las cuentas son las mismas.',
          'A esa lista se le suma otra que dice en qué posición está la palabra. La suma se llama {x}. A partir de aquí solo existe {x}: una fila por cada una de tus {tokens} palabras.',
        ],
        attempt: 'Cambia una palabra de la frase de arriba y mira las filas.',
        after:
          'Solo ha cambiado la fila de esa palabra. Hasta aquí, ninguna palabra sabe nada de las demás.',
      },
      {
        title: 'Cada palabra tiene tres papeles',
        text: [
          'La fila de una palabra se multiplica por tres matrices y da tres filas nuevas. Con {W_Q} se convierte en consulta: lo que esta palabra busca. Con {W_K}, en clave: lo que sirve a otras para encontrarla. Con {W_V}, en valor: lo que entrega cuando la encuentran.',
          'Es una sola multiplicación para cada papel, directamente desde {x}. Todas las palabras usan las mismas tres matrices. Son lo que un modelo aprende; aquí todavía son aleatorias.',
        ],
        attempt: 'Haz clic en cualquier número de Q.',
        after:
          'Ves de qué está hecho: {width} productos, sumados, y al final una constante, el sesgo. Un factor de cada producto viene de {x}, el otro de {W_Q}.',
      },
      {
        title: 'Una consulta se encuentra con las claves',
        text: [
          '¿Cuánto encaja {word} con cada palabra? Su consulta y la clave de esa palabra se multiplican número a número, y los productos se suman. Esto se llama producto escalar: cuanto más coinciden las dos listas, mayor es.',
          'En el dibujo, las consultas son filas. Las claves están de pie: son columnas. Donde se cruzan una fila y una columna, D tiene su producto escalar.',
        ],
        attempt: 'Haz clic en un número de D, en la fila de {word}.',
        after:
          'Una consulta, una clave, {headDim} productos: un producto escalar no es más que eso.',
      },
      {
        title: 'Las puntuaciones se vuelven proporciones',
        text: [
          'Primero, cada producto escalar se divide por la raíz cuadrada de {headDim}, la anchura de la cabeza; la lección 4 explica por qué. Después, la softmax convierte cada fila de puntuaciones en proporciones. Todas son mayores que cero, a mayor puntuación mayor proporción, y la fila suma 1.',
          'Una fila se lee así: de todo lo que {word} recibe, tanto viene de cada palabra. Estas filas son lo que muestra cada mapa de esta página.',
        ],
        attempt: 'Elige otra palabra de la frase y lee su fila.',
        after: 'Otra consulta con las mismas claves da otras proporciones. Siguen sumando 1.',
      },
      {
        title: 'El nuevo vector es una mezcla',
        text: [
          'Ahora entran los valores. El valor de cada palabra se multiplica por su proporción, y todo se suma. La fila que resulta se llama {z}: el nuevo vector de {word}.',
          'Así que {z} es una mezcla de toda la frase, sobre todo de las palabras con más proporción. Ese es todo el truco: una palabra que ha mirado a su alrededor.',
        ],
        attempt: 'Haz clic en un número de la fila de {word}, en A, y cámbialo a 1 o a 0.',
        after:
          'Su {z} ha cambiado al momento, y la de ninguna otra palabra: una fila de proporciones da una fila de {z}. Has puesto una a mano, así que la fila ya no suma 1.',
      },
      {
        title: 'Eso era una cabeza',
        text: [
          'De {x} a consulta, clave y valor; de consulta y claves a puntuaciones; de puntuaciones a proporciones; de proporciones y valores a {z}. Todas las palabras lo hacen a la vez.',
          'Una capa tiene varias cabezas así, una al lado de otra. Cada una tiene sus propias tres matrices, de modo que cada una puede buscar otra cosa. Abajo ves {heads}, con un mapa para cada una.',
        ],
        attempt: 'Escribe una frase tuya.',
        after:
          'Las mismas matrices, otras palabras: todo lo que ves se ha vuelto a calcular para tu frase.',
      },
    ],
  },

  'five-ways': {
    title: '¿De dónde salen las matrices?',
    about: 'Una frase, calculada de cinco maneras. Dos son correctas.',
    scenes: [
      {
        title: '¿Se multiplica x dos veces?',
        text: [
          'La atención suele dibujarse dos veces. En el primer dibujo hay una cabeza: {x} se multiplica por una matriz y se convierte en {q}. En el segundo hay varias: llega una {Q}, y cada cabeza la multiplica por una matriz propia, {W_i}.',
          'Si se pone uno detrás del otro, parece que una palabra se multiplica dos veces antes de que haya atención alguna. Mucha gente se queda aquí con la duda. A ti no te hará falta: esta página lo calcula.',
        ],
        attempt:
          'Antes de seguir, apuesta: ¿cuántas veces se multiplica {x} antes de las puntuaciones?',
        after: 'Bien. Recuerda tu apuesta y sigue: se resuelve dentro de dos escenas.',
      },
      {
        title: 'Muchas pequeñas o una grande',
        text: [
          '¿De dónde salen las matrices? Cada {W_i} empieza con números al azar y se aprende en el entrenamiento. Ninguna se obtiene de otra.',
          '(a) Cada cabeza tiene una matriz propia: entran {width} números y salen {headDim}. (b) Las matrices de todas las cabezas se juntan en una grande, {x} entra una sola vez y el resultado se corta en trozos, uno por cabeza.',
          'En las dos, cada número es la misma suma de los mismos productos, así que no hay ninguna diferencia, ni en el último bit. Los artículos escriben (a) porque es claro. Las bibliotecas hacen (b) porque es rápido. Es lo mismo.',
        ],
        attempt: 'Cambia el número de cabezas arriba. ¿Sigue sin haber diferencia?',
        after: 'Sigue sin haberla. Cambia por dónde se corta; los números cortados, no.',
      },
      {
        title: 'Dos veces es una vez',
        text: [
          '(c) Toma el segundo dibujo al pie de la letra: {x} por una {W}, y el resultado por la {W_i} de cada cabeza. Los números difieren de (a). Pero entre las dos multiplicaciones no pasa nada, así que juntas son una sola, por una única matriz {W} {W_i}. Tiene la forma que tenía {W_i}, y no puede hacer nada que una sola matriz no pueda.',
          'El dibujo no significa eso. Su {Q} es solo un nombre para lo que entra, y con una sola frase lo que entra es la propia {x}. Así que {x} se transforma una vez.',
        ],
        attempt: 'Haz que {Q} signifique {x}, con el selector que está junto al dibujo.',
        after:
          'La diferencia ha desaparecido, hasta el último bit. El segundo dibujo era (a) desde el principio, con otro nombre para {x}. La respuesta es: una vez.',
      },
      {
        title: 'Cortar antes la palabra',
        text: [
          '(d) Un error muy extendido: primero se corta {x}, cada cabeza recibe un trozo, y todas usan la misma matriz pequeña. Vista como una matriz grande, está vacía salvo unos cuadrados pequeños en la diagonal, todos iguales.',
          'Con dos cabezas o más, una cabeza ve entonces un trozo de una palabra y nunca el resto, y ninguna puede tener una matriz propia. Se ejecuta, y todas las formas son correctas. Por eso pasa inadvertido.',
        ],
        attempt: 'Pon el número de cabezas a 1 y mira la diferencia.',
        after: 'Con una cabeza no se corta nada, y (d) es correcta. A partir de dos, no.',
      },
      {
        title: 'Un paso olvidado',
        text: [
          '(e) La matriz correcta y el resultado correcto, mal separados. Cada fila del resultado es una palabra, y una cabeza debería recibir su columna de trozos de todas las filas. Pero si solo se cambia la forma y los números siguen como están en la memoria, cada cabeza recibe filas enteras.',
          'Así, la cabeza {head} recibe todos los trozos de {names}, y nada de ninguna otra palabra. En el código falta la línea que intercambia los dos ejes. Las formas encajan, y el entrenamiento incluso mejora algo, pero ninguna cabeza llega a ver la frase.',
        ],
        attempt: 'Elige otra cabeza por su nombre y mira con qué palabras se queda.',
        after: 'Se han repartido las palabras entre las cabezas. Había que repartir los números.',
      },
      {
        title: 'Tres maneras de escribir un producto',
        text: [
          'Unos libros escriben {W} {x}, con las palabras como columnas. Otros escriben {x} {W}, con las palabras como filas; su {W} es la primera con filas y columnas intercambiadas. PyTorch guarda la primera y calcula con filas, {x} {W}ᵀ. Las tres son los mismos productos en las mismas sumas. Si una forma parece al revés, suele ser por esto.',
          '¿Y las tres letras? Las consultas pueden venir de una frase, y las claves y los valores de otra, como en un traductor. {Q}, {K} y {V} nombran lo que entra. Si solo hay una frase, las tres son {x}.',
        ],
        attempt: 'Añade arriba una segunda frase.',
        after:
          'Ahora las consultas vienen de la primera frase, y las claves y los valores de la segunda: tres letras, porque no tienen por qué ser lo mismo.',
      },
    ],
  },

  shapes: {
    title: 'Formas: 512, 8 y 64',
    about: 'Qué cambia con el número de cabezas y qué no.',
    scenes: [
      {
        title: 'Repartir la anchura',
        text: [
          'En el artículo original, una palabra tiene 512 números y una capa tiene 8 cabezas. Cada cabeza trabaja con 64 números por palabra, porque 8 × 64 = 512: las cabezas se reparten la anchura.',
          'La tabla muestra cómo es ahora mismo. Cada forma se ha leído del propio resultado del motor.',
        ],
        attempt: 'Pon el número de cabezas a 4. ¿Qué anchura tiene ahora una cabeza?',
        after: '512 entre 4 son 128. Menos cabezas son cabezas más anchas.',
      },
      {
        title: 'El precio de más cabezas',
        text: [
          'Con una cabeza hay un mapa, y su consulta tiene los {width} números. Con más cabezas hay más mapas, cada uno de consultas y claves más cortas.',
          'Lo que nunca cambia: la forma de {x}, la forma de la salida y el número de pesos. Más cabezas no cuestan pesos. Cuestan anchura.',
        ],
        attempt: 'Pasa de 1 cabeza a 16 sin perder de vista el número de pesos.',
        after:
          'Ha sido siempre el mismo: 4 matrices de 512 × 512, se corten como se corten, son 1.048.576 números.',
      },
      {
        title: 'Una línea con la anchura equivocada',
        text: [
          '`Linear(embed_dim, num_heads)` es una línea que verás en los foros. Hace una consulta tan ancha como cabezas hay. Debería ser tan ancha como una cabeza: `Linear(embed_dim, head_dim)`, y eso una vez por cabeza.',
          '¿Qué pasa entonces? Puestas una al lado de otra, las cabezas solo por suerte miden lo que {W_O} necesita. La línea debajo de la tabla es lo que dice el motor, que acaba de intentarlo.',
        ],
        attempt: 'Pon la anchura a 64 y deja 8 cabezas.',
        after:
          'Ningún error: 64 entre 8 son 8, y la línea equivocada acierta por suerte. Con otros números se acaba la suerte.',
      },
      {
        title: 'De vuelta a un solo vector',
        text: [
          'Después de la atención, una palabra tiene una {z} de cada cabeza. Se ponen una al lado de otra, y {W_O} las mezcla en un vector. Su lado interior encaja con lo que entra: número de cabezas por anchura de una cabeza. Su lado exterior encaja con la palabra, porque el resultado se suma a {x}.',
          'Si las cabezas se reparten la anchura, el lado interior es siempre {width}, así que {W_O} es de {width} × {width}. Si en cambio cada cabeza recibe 64 números, haya las que haya, crece con cada cabeza.',
        ],
        attempt:
          'Da 64 números a cada cabeza con el selector y cambia después el número de cabezas.',
        after:
          'Con las cabezas solo se ha movido el lado interior de {W_O}. La salida sigue siendo tan ancha como {x}.',
      },
    ],
  },

  scale: {
    title: '¿Por qué dividir por √d?',
    about: 'Qué falla sin esta división, y qué no hace.',
    scenes: [
      {
        title: 'Listas largas dan sumas grandes',
        text: [
          'Una puntuación es una suma de productos, uno por cada número de la consulta. Aquí hay una sola cabeza, así que son {headDim} productos. La división está desactivada: ves las sumas tal cual.',
          'Más productos dan sumas más grandes. No en proporción, porque unos son positivos y otros negativos y en parte se anulan: una lista cuatro veces más larga da sumas más o menos el doble de grandes.',
        ],
        attempt:
          'Pon la anchura a 64, después a 256, y sigue el tamaño típico de las puntuaciones.',
        after:
          'Más o menos el doble, y otra vez el doble: las puntuaciones crecen con la raíz cuadrada de la anchura.',
      },
      {
        title: 'La softmax exagera',
        text: [
          'La softmax solo ve cuánto se separan las puntuaciones, y es muy empinada. Una puntuación mayor en 1 recibe una proporción 2,7 veces mayor. Si es mayor en 10, la proporción es 22.026 veces mayor.',
          'Con puntuaciones así de grandes, una palabra se lleva casi toda la fila. Mira el mapa: la mayoría de las filas tiene una sola celda oscura.',
        ],
        attempt: 'Elige otras dos palabras. ¿Cuál es la mayor proporción de cada una?',
        after: 'Una cabeza así ya no sopesa palabras. Elige una.',
      },
      {
        title: 'Donde no se puede aprender nada',
        text: [
          'Aprender es preguntar: si esta puntuación fuera un poco mayor, ¿cuánto crecería su proporción? Eso es la pendiente. Es la proporción por lo que queda para las demás, y como mucho 0,25, cuando la proporción es la mitad.',
          'Si una proporción es casi 1, no queda nada para las demás, y la pendiente es casi 0. Si es casi 0, también lo es su pendiente. La cabeza puede estar equivocada, pero ya ninguna puntuación cambia nada. A esto se le llama desvanecimiento del gradiente.',
        ],
        attempt: 'Activa la división y compara las pendientes.',
        after: 'Las pendientes han vuelto: cada puntuación puede mover de nuevo su proporción.',
      },
      {
        title: 'El tamaño justo con cualquier anchura',
        text: [
          'Las sumas crecen con la raíz cuadrada de la anchura. Por eso cada una se divide por la raíz cuadrada de la anchura, aquí la de {headDim}, y las puntuaciones vuelven a tener el mismo tamaño, por ancha que sea la cabeza.',
          'La división solo sirve para eso. Es el mismo número para todas las puntuaciones de la cabeza, y no hace falta aprenderlo.',
        ],
        attempt: 'Deja la división activada y pon la anchura a 16.',
        after:
          'Una lista mucho más corta, y puntuaciones casi del mismo tamaño: la división ha seguido a la anchura.',
      },
      {
        title: '¿De dónde salen las probabilidades?',
        text: [
          'A veces se lee que las puntuaciones se dividen «para obtener probabilidades». Mira las sumas. Las puntuaciones suman cualquier cosa, divididas o no, y muchas son negativas.',
          'Las proporciones suman 1, con división o sin ella. Las hace la softmax. La división solo decide lo igualadas que quedan.',
        ],
        attempt: 'Desactiva la división y observa las dos sumas.',
        after: 'La suma de las puntuaciones ha cambiado; la de las proporciones sigue siendo 1.',
      },
    ],
  },

  masks: {
    title: 'Máscaras',
    about: 'Quién puede mirar a quién, y qué significa «true».',
    scenes: [
      {
        title: 'Nunca hacia delante',
        text: [
          'Un modelo que escribe palabra por palabra no debe ver las palabras que aún no ha escrito. Por eso cada palabra puede mirarse a sí misma y hacia atrás, nunca hacia delante. Esta es la máscara causal; la mitad superior derecha de cada mapa queda vacía.',
          'Lo que queda se sigue repartiendo por completo: cada fila suma 1.',
        ],
        attempt: 'Elige la primera palabra de la frase.',
        after:
          'Solo puede mirarse a sí misma, así que se lo da todo: exactamente 1, en cada cabeza.',
      },
      {
        title: 'Antes de la softmax, no después',
        text: [
          '¿Cómo se deja fuera una palabra? Antes de la softmax, su puntuación se sustituye por menos infinito, y la softmax le da una proporción de exactamente 0. Las demás se reparten todo el 1.',
          'Si en cambio se tachan proporciones después, la fila ya no suma 1. Y las palabras que debían quedar ocultas ya han influido: han hecho más pequeñas todas las demás.',
        ],
        attempt: 'Elige la última palabra de la frase y compara.',
        after:
          'Para la última palabra no hay nada por delante. No se tacha nada, así que las dos maneras coinciden.',
      },
      {
        title: 'Relleno',
        text: [
          'Las frases que se calculan juntas deben medir lo mismo, así que las cortas se rellenan al final. Lo añadido, aquí ∅, se llama relleno (padding). No es texto, así que ninguna palabra puede mirarlo: sus columnas están vacías.',
          'Las filas del relleno se calculan igualmente, porque es más sencillo. Sus resultados se descartan.',
        ],
        attempt: 'Cambia cuántos signos de relleno hay al final.',
        after:
          'El relleno aparece o desaparece con sus columnas. Las filas de las palabras no han cambiado ni un bit: lo que no se puede ver no cuenta.',
      },
      {
        title: '¿Qué significa true?',
        text: [
          'Una máscara suele ser una tabla de true y false. En la mayoría de las bibliotecas, true significa: puede mirar. En una muy usada significa: no puede. La misma tabla da entonces mapas opuestos, y ningún error.',
          'En headwise hay que escribir `attend` (puede mirar) o `ignore` (no puede). Si tus propios mapas parecen del revés, comprueba esto primero.',
        ],
        attempt: 'Elige la última palabra y sigue su fila en los dos mapas.',
        after:
          'En un lado lo ve todo, en el otro nada. Qué pasa con una fila vacía lo cuenta la próxima escena.',
      },
      {
        title: 'Una fila sin nada',
        text: [
          'Si una palabra no puede mirar nada en absoluto, no hay nada que repartir: la softmax tendría que dividir cero entre cero. Eso da NaN, «no es un número», y un solo NaN estropea todas las sumas en las que entra.',
          'Las bibliotecas no se ponen de acuerdo. Aquí una fila así son ceros: la palabra no recibe nada, su {z} es cero, y de la capa solo sale su constante, {b_O}.',
        ],
        attempt: 'Elige otra palabra; será la que no pueda mirar a ninguna.',
        after: 'Su fila se ha puesto a cero, y ninguna otra fila ha cambiado ni un bit.',
      },
    ],
  },

  roles: {
    title: 'Las cabezas aprenden cosas distintas',
    about: 'Un modelo entrenado: para qué sirven sus cabezas y qué pierde sin ellas.',
    scenes: [
      {
        title: 'Cabezas con un propósito',
        text: [
          'Hasta ahora las cabezas eran aleatorias. Estas están entrenadas. Su modelo corrige frases en inglés: en cada palabra dice cuál debería ser. Para eso tiene que saber qué palabras van juntas, y de eso se encargan sus cabezas.',
          'Mira en cada mapa un pronombre como “they”: las cabezas llamadas «pronombre a nombre» lo llevan al nombre al que se refiere. Una cabeza se llama según lo que más hace.',
        ],
        attempt: 'Elige un verbo, o un nombre con “this” delante.',
        after:
          'Ahora trabaja otra cabeza. El verbo encuentra su sujeto; el nombre, la palabra que dice cuántos hay.',
      },
      {
        title: 'La misma frase, sin entrenar',
        text: [
          'Las mismas palabras, la misma aritmética, las mismas cabezas. Solo cambian los pesos: con pesos aleatorios, ninguna cabeza mira a ningún sitio en particular.',
          'El entrenamiento no cambió más que los pesos, poco a poco, para que cada vez menos palabras salieran mal. A ninguna cabeza se le dijo qué buscar. Se repartieron el trabajo.',
        ],
        attempt: 'Cambia a los pesos entrenados, encima de los mapas.',
        after: 'Los patrones están en los pesos. Eso es todo lo que se aprendió.',
      },
      {
        title: 'Un papel es un número',
        text: [
          '¿Cómo se sabe qué hace una cabeza? Se toman frases nuevas para el modelo y se mide: de toda la atención que dan los verbos en esta cabeza, ¿cuánta va a sus sujetos? Esa proporción, de 0 a 1, es su nota.',
          'La nota sola dice poco: los sujetos suelen estar en el mismo sitio, así que bastaría con conocer posiciones. La última columna dice hasta dónde se llega así. Una cabeza muy por encima tiene que estar usando las palabras. Para la palabra anterior es 1, porque ahí solo cuenta la posición.',
        ],
        attempt: 'Elige la capa 1, encima de los mapas, y compara.',
        after:
          'La primera capa recoge sobre todo la palabra anterior. La segunda construye sobre lo recogido.',
      },
      {
        title: 'Quitar una cabeza',
        text: [
          'Esta frase tiene cuatro errores, y con todas sus cabezas el modelo los encuentra todos. Ahora quita una cabeza: su resultado se cambia por ceros, y todo lo que sigue se calcula de nuevo.',
          'Un mapa solo muestra adónde mira una cabeza. Para qué sirve se ve cuando falta.',
        ],
        attempt: 'Quita cada cabeza por turno. ¿Qué error deja de encontrarse?',
        after:
          'Sin la cabeza del verbo, el verbo sigue mal; sin la del determinante, el nombre. Y una cabeza apenas se echa de menos, porque otra hace el mismo trabajo.',
      },
      {
        title: 'Míralo ocurrir',
        text: [
          'Aquí las cabezas empiezan con números al azar y aprenden mientras miras. La tarea: una serie de símbolos se repite, y desde la segunda vez el modelo debe saber qué sigue. Mira los mapas cuando la curva baje.',
          'Una cabeza aprende a mirar el símbolo anterior; otra, a encontrar dónde estuvo antes el actual. Nadie se lo dijo, y ninguna podría sola.',
        ],
        attempt: 'Pulsa Empezar y espera a que casi todo sea correcto.',
        after:
          'Ha aprendido su tarea. Elige otra semilla y deja que aprenda de nuevo: aprende lo mismo, pero quizá en otra cabeza. Qué cabeza hace qué es azar; que haya una, no.',
      },
    ],
  },

  long: {
    title: 'Textos largos',
    about: 'Un mapa de miles de palabras, por una ventana.',
    scenes: [
      {
        title: 'Un mapa demasiado grande',
        text: [
          'Aquí tu frase se repite una y otra vez hasta ser un texto de 4096 palabras. Un mapa tiene un número por cada par de palabras, así que el de cada cabeza tiene 16.777.216 números. Una pantalla tiene unos dos millones de píxeles.',
          'Por eso la imagen del mapa entero tiene 256 filas de 256 puntos, y cada punto es la media de 16 × 16 números. El patrón que ves viene de las palabras que se repiten y de sus posiciones.',
        ],
        attempt: 'Haz clic en cualquier punto de la imagen para acercarte.',
        after:
          'Cada lado de la ventana mide ahora la cuarta parte, y lo que hay en ella se acaba de calcular.',
      },
      {
        title: 'Solo lo que miras',
        text: [
          'El mapa entero no se guarda nunca. Lo que se guarda son las consultas, las claves y los valores de todas las palabras, y por cada fila los dos números que necesita su softmax.',
          'Con eso se puede calcular después cualquier ventana. El trabajo depende del tamaño de la ventana, no de la longitud del texto.',
        ],
        attempt: 'Acércate hasta que se puedan leer las palabras.',
        after: 'Ahora cada celda es un solo número del mapa.',
      },
      {
        title: 'Exacto a cualquier tamaño',
        text: [
          'La ventana se abre sobre 16 de las 4096 palabras. Cada número en ella es el que tendría ahí el mapa entero, hasta el último bit: se calcula en el mismo orden con los mismos números.',
          'Solo las ventanas de más de 256 palabras son medias. La línea junto a la imagen dice siempre qué es.',
        ],
        attempt: 'Mueve la ventana con las flechas, o aléjate y acércate de nuevo en otro sitio.',
        after: 'Donde te pares, ves los números mismos.',
      },
      {
        title: 'Qué crece, y cómo de rápido',
        text: [
          'El doble de palabras da un mapa cuatro veces mayor: el doble de palabras, y cada una mira al doble. Por eso la atención es cara con textos largos.',
          'Lo que se guarda aquí solo crece con las palabras: {kept} números por cada una. Así se puede mirar un mapa que no cabría en la memoria.',
        ],
        attempt: 'Elige 8192 palabras y compara las dos primeras líneas junto a la imagen.',
        after: 'El mapa es ahora cuatro veces mayor; lo guardado, el doble.',
      },
    ],
  },
});

// Explanations of mistakes and their fixes, in Spanish.
// The key is the mistake's name, or name and form where a form has its own text.

import type { MistakeWords } from '../../mistakes.ts';

const PERMUTE_HEADS =
  'En {detail}, (B, L, H·E) pasa directamente a (B, H, L, E) con reshape, y eso mezcla tokens y cabezas. Primero corta y después intercambia los ejes: x.view(B, L, H, E).transpose(1, 2).';
const CHECK_ORDER =
  'Las consultas, las claves y los valores se calculan con {detail}, en este orden. Revisa el orden de los pesos, o el de las partes en que se corta el resultado empaquetado: q, k, v = qkv.chunk(3, dim=-1).';
const SWAPPED_INPUTS =
  'Dos entradas están intercambiadas: {detail}. El orden es consulta, clave, valor: la consulta pregunta, la clave se compara con ella y el valor es lo que se transmite.';

export const explanations: MistakeWords['explanations'] = {
  'batch and length swapped: in the input':
    'Los ejes de lote y longitud están intercambiados {detail}: los tokens atienden a la misma posición de otras secuencias. Para (B, L, D), torch.nn.MultiheadAttention necesita batch_first=True.',
  'batch and length swapped: in the output':
    'Los ejes de lote y longitud están intercambiados {detail}: es (L, B, D). Entrega (B, L, D): output.transpose(0, 1), o batch_first=True.',
  'maps transposed':
    'Los mapas entregados tienen las claves como filas; la salida es correcta. Las filas son las consultas: entrega attention, no attention.transpose(-2, -1).',
  'wrong input':
    'Se proyecta {detail}. Las consultas salen de query, las claves de key y los valores de value; en la atención cruzada no son lo mismo.',

  'W transposed':
    '{detail}: se usa al revés. Los pesos son (out, in), como en torch.nn.Linear: x @ W.T + b. Si los tuyos son (in, out), es x @ W.',
  'W_O missing':
    'La salida son las cabezas concatenadas: falta {detail}. Termina con output = concatenated @ W_O.T + b_O, o @ W_O si W_O es (in, out).',
  'projection missing':
    'La entrada se usa tal cual donde debería proyectarla {detail}: q = x @ W_Q.T + b_Q, o @ W_Q si W_Q es (in, out), y así las demás.',
  'bias missing':
    'No se suma {detail}. Cada aplicación lineal es x @ W.T + b, o x @ W + b si W es (in, out).',
  'bias added twice':
    'Se suma dos veces {detail}; por ejemplo, en la aplicación lineal y otra vez después. Súmalo una vez.',
  'biases of q and k swapped':
    'A las consultas se les suma b_K, y a las claves b_Q. Cada sesgo va con su propia matriz: b_Q con W_Q, b_K con W_K.',
  'heads cut before the projection':
    'La entrada se corta en cabezas antes de proyectarla, y cada cabeza solo ve su parte de cada token; {detail}. Primero proyecta, con todo x para cada cabeza, y corta el resultado: q.view(B, L, H, E).',
  'q and k swapped': CHECK_ORDER,
  'k and v swapped': CHECK_ORDER,
  'q and v swapped': CHECK_ORDER,
  'q, k and v rotated': CHECK_ORDER,
  'q and k swapped: the query and the key that the layer was called with': SWAPPED_INPUTS,
  'k and v swapped: the key and the value that the layer was called with': SWAPPED_INPUTS,
  'q and k swapped: after they are projected':
    'Las puntuaciones son k·q: la fila i tiene lo que la clave i da a cada consulta, {detail}. Las filas son las consultas: scores = q @ k.transpose(-2, -1).',
  'one W for two':
    'La misma matriz se usa dos veces: {detail}. Las consultas, las claves y los valores tienen una propia cada uno.',
  'packed weights cut by heads':
    'La matriz empaquetada se corta como (H, 3, E): q, k y v de la cabeza 0, después las de la cabeza 1. Sus filas son primero toda q, después toda k, después toda v: qkv.view(B, L, 3, H, E).',
  'residual added':
    'A la salida se le suma la entrada. Eso es cosa del bloque que rodea a la atención: entrega lo que sale de W_O.',

  'permute missing': PERMUTE_HEADS,
  'permute missing: the output of the heads':
    'En {detail}, (B, H, L, E) pasa directamente a (B, L, H·E) con reshape, y eso mezcla tokens y cabezas. Primero intercambia los ejes: z.transpose(1, 2).reshape(B, L, H * E).',
  'permute missing: q, k, v and the output of the heads':
    'En {detail}, se pasa de (B, L, H·E) a (B, H, L, E) y al revés sin intercambiar los ejes. Usa view(B, L, H, E).transpose(1, 2), y a la vuelta transpose(1, 2).reshape(B, L, H * E).',
  'attention between heads':
    'En q @ k.transpose(-2, -1), q, k y v son (B, L, H, E): las cabezas de un mismo token se atienden entre sí, {detail}. Primero intercambia los ejes: x.view(B, L, H, E).transpose(1, 2).',
  'heads interleaved':
    'La cabeza h toma uno de cada H números de q, k y v, {detail}: view(B, L, E, H). Los números de una cabeza van seguidos: view(B, L, H, E).',
  'concatenation order':
    'Al juntar las cabezas, {detail}. En cada token van primero todos los números de la cabeza 0 y después los de la cabeza 1: z.transpose(1, 2).reshape(B, L, H * E).',
  'one head':
    'La atención se calcula una sola vez sobre toda la anchura, con un solo mapa, como si hubiera una cabeza. Corta q, k y v en cabezas antes de q @ k.T y escala con √head_dim.',
  'averaged heads: the maps, before they are used':
    'Se promedian las cabezas: {detail}, y todas acaban atendiendo igual. Conserva el eje de las cabezas: sin media sobre dim=1.',
  'averaged heads: what they give, z':
    'Se promedian las cabezas: {detail}. Concaténalas: z.transpose(1, 2).reshape(B, L, H * E).',
  'averaged heads: only the maps that are handed in':
    'Se promedian las cabezas: {detail}; la salida es correcta. Entrega un mapa por cabeza: average_attn_weights=False en torch.',
  'GQA: tile instead of repeat':
    'La cabeza de consulta h usa la cabeza de clave h % Hkv (tile). Las cabezas de consulta vecinas comparten una: h // (H / Hkv), es decir, k.repeat_interleave(H // Hkv, dim=1).',
  'GQA: only the first key head':
    'Todas las cabezas de consulta usan la cabeza 0 de claves y valores. Repártelas por grupos: k.repeat_interleave(H // Hkv, dim=1).',

  'rotary missing':
    'Las consultas y las claves no se giran. Antes de q @ k.T: q = q * cos + rotate_half(q) * sin, y lo mismo con k.',
  'rotary on one of two':
    'Solo se giran {detail}. Gira tanto las consultas como las claves: así su producto depende de la distancia entre ellas.',
  'rotary on values too':
    'También se giran los valores. Gira solo consultas y claves: los valores dicen qué se transmite, no dónde está.',
  'rotary pairs':
    'Los pares que giran juntos son {detail}. Usa la otra disposición: tiene que ser la misma con que se entrenaron los pesos.',
  'wrong theta':
    'Los ángulos son los de theta = {detail}. Usa la theta del ejercicio: inv_freq = torch.pow(theta, -torch.arange(0, d, 2) / d).',
  'rotary exponent':
    'La frecuencia del par r es theta^(−r/d). Debe bajar el doble de rápido: torch.pow(theta, -torch.arange(0, d, 2) / d).',
  'rotary width':
    'Se giran todos los números de una cabeza. Gira solo los primeros {detail} y deja los demás como están.',
  'rotary offset ignored':
    'Las posiciones empiezan en 0, aunque ya había tokens antes. Empieza por la longitud de lo anterior.',
  'rotary the wrong way':
    'Las consultas y las claves giran en sentido contrario, con el ángulo negativo. rotate_half es cat((-x2, x1)), con el menos en la segunda mitad.',
  'rotary not asked for':
    'Las consultas y las claves se giran por pares {detail}, con theta = 10000, aunque el ejercicio no tiene RoPE. Quita el giro: scores = q @ k.transpose(-2, -1).',
  'rotary by head':
    'El ángulo depende del número de la cabeza y no de la posición del token: se gira (B, L, H, E) como si fuera (B, H, L, E). Intercambia los ejes antes.',
  'ALiBi missing':
    'No se suma ningún sesgo por la distancia. Antes de la softmax: scores − slope · |i − j|.',
  'ALiBi sign':
    'La distancia se premia: el sesgo es +slope · |i − j|. Debe penalizar: scores − slope · |i − j|.',
  'ALiBi distance with a sign':
    'El sesgo es slope · (j − i), que premia las claves posteriores a la consulta. Usa la distancia: −slope · |i − j|.',
  'ALiBi slopes start too high':
    'Las pendientes empiezan en 1: 2^(−8h/H) con h = 0, 1 …. Cuenta las cabezas desde 1: 2^(−8(h + 1)/H).',
  'ALiBi slopes reversed':
    'Las pendientes están al revés: la última cabeza tiene la mayor. La mayor es la de la cabeza 0: 2^(−8/H).',
  'ALiBi without slopes':
    'Todas las cabezas tienen pendiente 1. La de la cabeza h es 2^(−8(h + 1)/H).',
  'ALiBi scaled':
    'El sesgo se suma a q·k y se divide con él por √d. Divide antes: q @ k.T / math.sqrt(d) + bias.',

  'scale missing':
    'Las puntuaciones son q·k tal cual. Divídelas por √d, la raíz de la anchura de una cabeza: scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim).',
  'scale by the wrong d':
    'Las puntuaciones se dividen por {detail}. Divídelas por √d, donde d es la anchura de una cabeza: math.sqrt(q.shape[-1]), con q ya cortada en cabezas.',
  'scale multiplied':
    'Las puntuaciones se multiplican por √d. Divídelas: scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim).',
  'scale sign': 'Las puntuaciones tienen el signo contrario: −q·k/√d. Quita el menos.',
  'scale after softmax':
    'La softmax se aplica a q·k, y su resultado se divide por √d: las filas ya no suman 1. Divide antes: softmax(q @ k.T / math.sqrt(head_dim)).',
  'scale option ignored':
    'Las puntuaciones se dividen por √d, pero el ejercicio da su propia escala. Multiplica q·k por ella.',
  'norm of q and k missing':
    'Las consultas y las claves se usan tal como salen de la proyección. Normalízalas antes de las posiciones: q = q_norm(q), k = k_norm(k).',
  'softcap missing':
    'Las puntuaciones no se limitan. Después de la escala: scores = cap * torch.tanh(scores / cap).',
  'softcap before the scale':
    'Los productos escalares se limitan y después se dividen por √d. Escala primero: cap * torch.tanh(q·k / √d / cap).',

  'mask missing':
    'Las consultas atienden a claves que {detail} prohíbe. Antes de la softmax: scores = scores.masked_fill(~allowed, float("-inf")).',
  'mask inverted':
    'Las consultas atienden justo a lo que {detail} prohíbe: True significa lo contrario de lo que el código entiende. Inviértela: ~mask.',
  'mask inverted: every mask':
    'Las consultas atienden justo a lo que prohíben las máscaras: {detail} está invertida. Inviértelas: ~mask.',
  'mask transposed':
    'En {detail}, las consultas y las claves han cambiado de sitio: las filas son consultas; las columnas, claves. Para una máscara causal usa tril, no triu.',
  'mask off by one':
    'La máscara causal está desplazada una posición: {detail}. La consulta i puede atender a las claves de 0 a i: torch.tril(torch.ones(L, L)), con diagonal=0.',
  'padding off by one':
    'La máscara de relleno está desplazada una posición: {detail}. Las claves de 0 a length − 1 son reales: torch.arange(S) < lengths[:, None].',
  'causal mask in the wrong corner':
    'Con menos consultas que claves, la máscara causal empieza en la otra esquina. Comprueba dónde está la consulta 0: en la clave 0, o de modo que la última consulta vea la última clave (diagonal=S-L).',
  'padding of queries: in place of the keys':
    'La máscara de relleno quita consultas {detail}: está puesta a lo largo de las filas. Ponla a lo largo de las columnas: mask[:, None, None, :].',
  'padding of queries: as well as keys':
    'La máscara de relleno quita consultas {detail}, y sus filas quedan vacías. Solo las claves son relleno para los demás: únicamente mask[:, None, None, :].',
  'mask after softmax':
    'La máscara se aplica después de la softmax, y lo que queda de cada fila no suma 1. Antes de ella, pon las puntuaciones a −inf: scores.masked_fill(~allowed, float("-inf")).',
  'masked scores set to 0':
    'Las puntuaciones enmascaradas valen 0, y exp(0) es 1: sus claves siguen contando. Usa −inf: scores.masked_fill(~allowed, float("-inf")), no scores * mask.',
  'mask added as 0 and 1':
    'La máscara se suma a las puntuaciones como los números 0 y 1 ({detail}). Úsala para elegir: scores.masked_fill(~allowed, float("-inf")).',
  'bias missing from the scores':
    'El sesgo que da el ejercicio no se suma a las puntuaciones. Antes de la softmax: scores + bias.',

  'softmax of the masked row twice':
    'La atención se enmascara y pasa por una segunda softmax, que vuelve a dar algo a las claves enmascaradas. Para que sume 1, divídela por su suma o enmascara las puntuaciones.',
  'softmax over the wrong axis':
    'La softmax recorre {detail}. Cada consulta reparte 1 entre sus claves, así que recorre las claves: softmax(scores, dim=-1).',
  'softmax over the whole map':
    'Una sola softmax recorre todas las consultas y claves de un mapa. Cada consulta tiene la suya: softmax(scores, dim=-1).',
  'softmax divides by the wrong row':
    'exp(scores) se divide por las sumas de otras consultas: sin keepdims=True, la suma sobre el último eje se extiende por el eje equivocado. Escribe e / e.sum(axis=-1, keepdims=True).',
  'softmax missing':
    'Las puntuaciones se usan tal cual, sin softmax. Añádela: attention = softmax(scores, dim=-1).',
  'softmax applied twice':
    'Se calcula la softmax de una softmax, y todo queda casi igualado. Aplícala una vez.',
  'sink missing':
    'Los sumideros no participan. Cada cabeza tiene en la softmax una puntuación más, cuya atención no va a ninguna parte: concaténala a las puntuaciones y quita después su columna.',
  'fully masked row is NaN':
    'Una consulta que no puede atender a ninguna clave da NaN, porque la softmax de solo −inf es 0/0. Su fila debe ser de ceros: torch.nan_to_num(attention).',
  'fully masked row attends to all':
    'Una consulta que no puede atender a ninguna clave atiende a todas por igual, porque todas sus puntuaciones son el mismo gran número negativo. Su fila debe ser de ceros: multiplica la atención otra vez por la máscara.',

  'dropout left on':
    'El dropout {detail} está activo: algunos números son 0 y los demás son mayores por un mismo factor. Desactívalo para evaluar: model.eval(), o training=False.',
};

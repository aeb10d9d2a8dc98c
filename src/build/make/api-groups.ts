// The API pages by task: which names a reader needs together, in the order in which they are needed. Every exported name is in
// one group of its page, or in HIDDEN. The build refuses a name that is in none.

/** Groups of a page: a heading, and names. A function comes before a type of the same name, whose anchor has a number. */
type Groups = Readonly<Record<string, string>>;

export const GROUPS: Readonly<Record<string, Groups>> = {
  headwise: {
    'Load the engine':
      'load loadInWorker LoadOptions Headwise HeadwiseMembers Backend AsyncHeadwise AsyncHeadwiseMembers',
    Tensors:
      'tensor Tensor FloatTensor BoolTensor PlainTensor TensorLike BoolTensorLike NestedNumberArray NestedBooleanArray StoredNumbers',
    'A layer':
      'MultiHeadAttentionConfig QueryKeyNorm ResolvedConfig MultiHeadAttention LayerMembers Forward ForwardOptions ForwardExtras ' +
      'Replace MultiHeadAttentionResult MultiHeadAttentionTrace LayerTrace AsyncMultiHeadAttention AsyncLayerMembers',
    'Attention alone':
      'Attend AttentionOptions Mask PlainMask Positions AlibiPositions RotaryPositions AttentionResult AttentionTrace',
    'Gradients, and windows of large maps':
      'Kept KeptMembers Backward BackwardOptions Gradients AttentionWindow AsyncKept AsyncKeptMembers',
    'Token after token': 'Cache CacheMembers CacheOptions AsyncCache AsyncCacheMembers',
    'Small operations': 'AddAndNormOptions AddAndNormResult EmbedOptions Embedding SoftmaxSteps',
    'What frameworks mean':
      'describeSemantics Semantics FrameworkSemantics SemanticsTopic SemanticsLine SemanticsQuestion',
    Errors: 'HeadwiseError HeadwiseErrorCode',
  },
  reference: {
    'Load it, or call it at once': 'load createMultiHeadAttention scaledDotProductAttention tensor',
    'Small operations': 'linear softmax softmaxSteps addAndNorm embed',
    Types:
      'ReferenceHeadwise ReferenceMultiHeadAttention ReferenceAttentionOptions ReferenceAttentionResult ReferenceEmbedOptions ' +
      'DoubleTensor Input',
    Errors: 'HeadwiseError',
  },
  formats: {
    'Files of tensors, for loadStateDict':
      'readSafetensors readTorch readGguf stateFromHuggingFace',
    'Arrays of NumPy': 'readNpy readNpz writeNpy writeNpz',
    'Write and convert': 'writeSafetensors toFloat32 roundTo',
    Types: 'StoredTensor StoredValues Dtype GgufValue',
    Errors: 'HeadwiseError',
  },
  doctor: {
    'Read a submission, and diagnose it':
      'readSubmission diagnose Submission SubmittedArray SubmittedOptions DiagnoseOptions',
    'The diagnosis': 'Diagnosis FoundFault FaultName FirstDifference',
    Errors: 'HeadwiseError',
  },
  training: {
    'A transformer':
      'createTransformer TransformerConfig ResolvedTransformerConfig Transformer TransformerMembers TokensLike ForwardTokens ' +
      'TransformerForwardOptions TransformerForwardFields TransformerResult LayerTrace AsyncTransformer AsyncTransformerMembers',
    'Train it':
      'train TrainOptions TrainFields TrainStep TrainStepFields TrainStepOptions TrainingBatch OptimizerOptions WatchOptions ' +
      'Evaluation EvaluationOptions OptimizerState OptimizerStateLike',
    Tasks:
      'Task TaskBatch copyPrevious induction reverse sort binary grammar GrammarTask AnnotatedBatch ' +
      'Relation RelationName pairs PairsTask PairsBatch Random',
    'A text of your own':
      'nextToken splitText TextUnit learnPieces pieceTokenizer Piece PieceTokenizer',
    'What its heads do': 'headRoles rolesOf Role RoleName RoleInput HeadRoles',
    Files: 'writeModel readModel ModelFile',
    Errors: 'HeadwiseError',
  },
  models: {
    'Open a model':
      'openModel ModelSource OpenOptions WorkerOptions fromHub HubSource hubFiles HubFiles cachedModels CachedModel removeCachedModel Model ModelMembers WorkerModel ModelSizes ModelReport',
    'Run it':
      'RunModel ModelInput RunOptions LayerMaps Run RunMembers AttentionKind WindowOfMap TraceOfRun RunTrace Prediction',
    'Measure its heads':
      'headStatistics HeadStatistics Statistic StatisticName rankHeads HeadQuestion RankedHead',
    'Why it answers so':
      'Measure LensAt Attribution Part ScoreAt ScoreParts sweep SweepOptions Sweep patch PatchOptions Patch probeHeads ProbeOptions ProbedHead Spread ' +
      'circuits Circuits Complex composition compareHeads MovedHead rollout alignWords AlignOptions Alignment contacts Contacts ContactHead ContactTerms',
    'Generate text': 'GenerateOptions WrittenToken',
    'One layer, number by number': 'LayerNumbers EmbeddingStep LayerNorm',
    Images: 'ImageInput',
    'Train it further': 'trainable Trainable',
    Errors: 'HeadwiseError',
  },
  element: {
    'The lab':
      'HeadwiseLab LabState LabView LabModel LessonName LessonPlace Lock Locks HeadwiseLabEventMap',
    'Maps of given numbers':
      'HeadwiseMap MapView Selection MapSelection HeadwiseMapEventMap Numbers NestedNumbers GivenTensor AttentionByKind ForTokens',
    'Of both': 'Theme ErrorDetail EmbeddedElement EmbeddedEventMap',
  },
  map: {
    'Draw a map': 'drawMap DrawMapOptions',
    'The element':
      'HeadwiseMap HeadwiseMapEventMap Selection MapSelection Numbers GivenTensor AttentionByKind ForTokens ErrorDetail',
  },
  react: {
    'The elements in JSX': 'HeadwiseLabProps HeadwiseMapProps HeadwiseLab HeadwiseMap',
    'Their values':
      'LabState LabView LabModel LessonName LessonPlace Lock Locks MapView Theme Selection MapSelection Numbers NestedNumbers GivenTensor ' +
      'AttentionByKind ForTokens',
    'Their events':
      'HeadwiseLabEventMap HeadwiseMapEventMap ErrorDetail EmbeddedElement EmbeddedEventMap',
  },
  anywidget: { 'The widget': 'default Model' },
};

/** Helpers of the declarations, of no use by name: of every page. */
const HIDDEN = new Set(
  (
    'Asked AskedGradients AskedOfTransformer AsyncAttend AsyncBackward AsyncCallsOf AsyncForward AsyncForwardTokens CallsOf ' +
    'EventsOf NestedArray NumberArray Only Present TensorOf'
  ).split(' '),
);

const REEXPORT = /^Re-exports (\[.*\))\s*$/m;

/** Puts a page of TypeDoc into groups. */
export function grouped(page: string, text: string): string {
  const [intro, sections] = sectionsOf(text);
  const parts: string[] = [];
  for (const [title, names] of Object.entries(GROUPS[page])) {
    const own: string[] = [];
    const elsewhere: string[] = [];
    for (const name of names.split(' ')) {
      const found = sections.get(name);
      if (!found)
        throw new Error(`${page}.md: the group ${title} has ${name}, which is not exported`);
      sections.delete(name);
      for (const section of found) {
        const link = REEXPORT.exec(section)?.[1];
        if (link === undefined) own.push(section.trim());
        else elsewhere.push(link);
      }
    }
    const also = elsewhere.length > 0 ? [`Described elsewhere: ${elsewhere.join(', ')}`] : [];
    parts.push(`## ${title}`, [...also, own.join('\n\n---\n\n')].filter(Boolean).join('\n\n'));
  }
  const left = [...sections.keys()].filter((name) => !HIDDEN.has(name));
  if (left.length > 0) {
    throw new Error(`${page}.md: ${left.join(', ')} in no group of src/build/make/api-groups.ts`);
  }
  return `${intro.trim()}\n\n${parts.join('\n\n')}\n`.replace(LINK, withoutHidden);
}

/** The text before the first group, and the sections by the name in their headings; several of one name in their order. */
function sectionsOf(text: string): [intro: string, sections: Map<string, string[]>] {
  const sections: Map<string, string[]> = new Map();
  let intro = '';
  let current: string[] | null = null;
  let isCode = false;
  const end = () => {
    if (current === null) return;
    const name = current[0].replace(/^### |\(\)|\\|`|<.*/g, '').trim();
    const content = current.join('\n').replace(/\n(\*\*\*|---)\s*$/, '');
    sections.set(name, [...(sections.get(name) ?? []), content]);
    current = null;
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (!isCode && /^##? /.test(line) && (current !== null || /^## /.test(line))) end();
    else if (!isCode && line.startsWith('### ')) {
      end();
      current = [line];
    } else if (current !== null) current.push(line);
    else intro += `${line}\n`;
  }
  end();
  return [intro, sections];
}

/** A link to a name, as TypeDoc writes it. */
const LINK = /\[(`?)([\w$]+)\1\]\((?:\w+\.md)?#[\w-]+\)/g;

const withoutHidden = (link: string, tick: string, name: string) =>
  HIDDEN.has(name) ? `${tick}${name}${tick}` : link;

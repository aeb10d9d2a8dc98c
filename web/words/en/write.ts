// All texts of the write page, in English.
// A translation is a file like this one with the same names.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  title: 'Write a lesson',
  about:
    'Type the lesson and try it in the preview. The engine computes the answers of most questions.',
  manual: 'Everything that a lesson can contain',

  begin: 'Begin with',
  beginExample: 'an example',
  beginEmpty: 'an empty lesson',
  beginDraft: 'your own draft',
  noExample: 'The example could not be loaded. Check the network.',
  replace: 'Replace what is written here?',
  open: 'Open a file',
  insert: 'Insert',
  scene: 'a scene',
  formula: 'a formula',
  picture: 'a picture …',
  newPicture: 'Describe the picture in words',
  noRoom: 'This lesson has no room for another picture: a lesson has at most 64 kB.',
  noPicture: 'This file is no picture that a browser can read.',
  choose: 'a choice',
  largest: 'a word to choose',
  number: 'a number',
  shape: 'a shape',
  point: 'a place to point at',
  set: 'something to do',
  order: 'an order',

  text: 'The lesson as text',
  preview: 'The lesson as learners see it',
  stale: 'The text has problems. Until you fix them, this preview does not change.',
  place: 'Line {line} of {lines}',
  problems: 'Problems: {count}',
  fine: 'No problem. Scenes: {scenes}, questions: {questions}',
  answers: 'Answers that the engine computed',
  computing: 'computing',
  answerHead: 'head {head}',
  answerCell: 'row {row}, column {column}',
  answerSet: 'not done at the start',
  same: 'Asked once: the answer is the same for everyone.',
  sameNew:
    'Asked once: the answer is the same for everyone. For other numbers at each attempt add “new weights: on”.',
  kept: 'This browser keeps your draft.',
  notKept: 'This browser keeps nothing: save the text before you close the page.',
  opened: '{name} is open.',
  notOpened: '{name} is no text of at most {most} kB.',
  damaged: 'The link is damaged. It may have been cut on its way.',
  failed: 'That did not work: {detail}',

  save: 'Save and share',
  saveAbout:
    'The file contains options and orders that you write yourself, with the right one marked: learners can read them there. All other answers are computed when a question is asked.',
  carries:
    'One file and a SCORM package carry the model of English: {size} MB more. By link and in an element it is fetched from your site: {fetched} MB.',
  carriesNone:
    'This copy of headwise has no model of English. Parts of the lesson that need it cannot be shown or asked here.',
  codes:
    'Result codes of this lesson begin with {code}. Keep its text or file: “Results of a class” reads the codes with it. A changed text has other codes.',
  toSend: 'To send it',
  toPlace: 'For a course or website',
  toKeep: 'To write on later',
  saveText: 'Save the text',
  saveFile: 'Save as one file',
  saveScorm: 'Save as a SCORM package',
  passLabel: 'SCORM: the lesson is completed when',
  passRead: 'its last scene is done',
  passAt: '{percent} % of its questions are right',
  saving: 'Making the file',
  saved: 'Saved as {name}',
  link: 'Copy a link',
  element: 'Copy the element',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here',
  longLink:
    'The link would have {length} characters; more than {most} are cut by some programs. Save a file instead.',
  noElement:
    'A lesson with “<script” or “<!--” in it cannot be inside a page. Save the text and name it in lesson-src.',

  newTitle: 'A lesson',
  newScene: 'A scene',
  newSentence: 'The animal was too tired',
  newWords: 'Describe the drawing in a few sentences.',
  newTry: 'Change a word of the sentence.',
  newAsk: 'What do you expect?',
  newWhy: 'One sentence that explains the answer.',
  newRight: 'the right answer',
  newWrong: 'a wrong answer',
  newFeedback: 'One sentence that explains the mistake.',
  newSteps: 'the first step, the second step, the third step',
});

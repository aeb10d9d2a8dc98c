// All texts of the Embed dialog, in English.
// A translation is a file like this one with the same names. {placeholders} are filled in; this
// file contains no other code.

export type Messages = Readonly<Record<keyof typeof words, string>>;

export const words = Object.freeze({
  title: 'Put this into your page',
  about:
    'Choose the content and the place. Then copy the text. It makes no requests to other servers.',
  ownLesson: 'Or write a lesson of your own',
  close: 'Close',

  // view
  whatLabel: 'Content',
  whatState: 'The present state of this page',
  whatLesson: 'Lesson: {title}',
  whatCoreTest: 'Test of the first lessons',
  whatTest: 'Test of all lessons',
  sceneLabel: 'It begins with',
  classKey: 'Key of the class, which signs result codes (optional)',
  languageLabel: 'Language',
  themeLabel: 'Colours',
  auto: 'Automatic',
  themeLight: 'Light',
  themeDark: 'Dark',
  compact: 'Compact: sentence and maps first',

  // locks
  lockedLabel: 'Locked for readers',
  lockText: 'The sentence',
  lockSecond: 'Second sentence',
  lockHeads: 'How many heads',
  lockMask: 'The mask',
  lockView: 'The view',
  lockWeights: 'The weights',
  lockEdits: 'Single numbers',
  lockBlend: 'Mixing heads',
  lockLessons: 'Leaving the lesson',

  // address
  baseLabel: 'Address of headwise',
  baseHint: 'The address of this page, or of your own copy of its files.',
  baseLocal:
    'Only your device can reach this address. Write the address where your readers find headwise.',
  baseWrong:
    'This is not a valid address. Write one that begins with https://, or a path such as headwise/.',

  // platform
  placeLabel: 'Where it goes',
  placeHtml: 'HTML page',
  placeIframe: 'Frame',
  placeFile: 'One file, SCORM',
  howHtml:
    'Paste it where the lab should appear. It takes the height it needs. If headwise lies on another server than your page, that server has to send Access-Control-Allow-Origin.',
  howIframe:
    'For every page that takes frames. The script makes the frame as tall as what it shows; a page that takes no scripts keeps the height in the text, which fits a width of 700 pixels.',
  howMoodle:
    'In the editor of a page, a label or a book, open Tools, then Source code, and paste it there.',
  howCanvas: 'In the editor of a page, switch to the HTML view with </> and paste it there.',
  howMyst:
    'In any page of a book of MyST or Jupyter Book 2, on lines of its own. Write the full address of headwise below, with https://. In Jupyter Book 1, paste the text for a frame instead.',
  howQuarto:
    "In any document that becomes HTML, on lines of its own. With embed-resources, as with pandoc's, take the one file and its text instead.",
  howDocusaurus:
    'In an .mdx file. A frame works there, too: of its text, paste the line that begins with <iframe, without the script.',
  howVitepress: 'In any page, on lines of its own.',
  howGradio: 'From Gradio 6 on. Before, head belongs into gr.Blocks instead of demo.launch.',
  howStreamlit:
    'In an app of Streamlit 1.67 or newer; before, without alt. Write the full address of headwise below, with https://.',
  howObservable: 'In a JavaScript cell.',
  howFile:
    'Without any server: upload one of these to your learning platform. The file also opens by a double click. The package also tells the platform when a learner has finished.',
  english: 'Include the English model ({size} MB more), so that any sentence has trained heads',
  englishNeeded: 'This lesson is about the English model. Without it, the lesson cannot be done.',
  passLabel: 'SCORM: the lesson is completed when',
  passRead: 'its last scene is done',
  passAt: '{percent} % of its questions are right',
  saveFile: 'Save as one HTML file',
  saveScorm: 'Save as a SCORM package',
  fileFrame:
    'To show the saved file in a page in the same folder, also where pandoc or Quarto put the whole page into one file (embed-resources), paste this:',
  saving: 'Preparing it',
  saved: 'Saved as {name}',
  failed: 'That did not work: {detail}',
  tooLong:
    'All of this does not fit in an address, so sentences and changed numbers are left out here. An HTML page or one file includes them.',

  // the text
  codeLabel: 'Text to paste',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Selected: copy it by hand',
  frameTitle: 'Attention maps that you can change',
  frameLesson: 'Lesson on attention: {title}',
  link: 'Open the attention maps',

  // preview
  previewLabel: 'Preview',
});

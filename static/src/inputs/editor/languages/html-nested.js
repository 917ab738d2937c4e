// HTML with scripts and styles, each in its language.
export { htmlLanguage as default } from '@codemirror/lang-html'

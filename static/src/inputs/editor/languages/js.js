// JavaScript.
export { javascriptLanguage as default } from '@codemirror/lang-javascript'

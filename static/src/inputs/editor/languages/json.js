// JSON.
export { jsonLanguage as default } from '@codemirror/lang-json'

// Python.
export { pythonLanguage as default } from '@codemirror/lang-python'

// JavaScript: a mode that reads line by line. A whole grammar would weigh five times as much.
import { StreamLanguage } from '@codemirror/language'
import { javascript } from '@codemirror/legacy-modes/mode/javascript'

export default StreamLanguage.define(javascript)

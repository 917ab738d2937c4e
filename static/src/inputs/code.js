// Source text in an editor of its language.
import { edit } from './editor/editor.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    edit(field, kit)
}

// What the document knows of itself and its host, for its modules.
import { Host } from './host.js'

export const app = {
    host: new Host(),
    /** What the host calls the tool by. */
    tool: '',
    /** The name of the tool of our own server that draws forms and results; '' where another server has the tool. */
    gateway: '',
    /** The body that a new form stands for. @type {any} */
    body: {},
    /** The JSON Schema of what the tool answers. @type {any} */
    answer: null,
}

// SQL as the standard has it.
import { StandardSQL } from '@codemirror/lang-sql'

export default StandardSQL.language

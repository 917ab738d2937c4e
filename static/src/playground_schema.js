// What a JSON Schema says may stand at a place of a document that is being written: its properties, and its values.

/** @typedef {{[keyword: string]: any}} Schema */
/** A step from the document to a place: the part of it so far, as JSON, and the key or index that leads on. @typedef {{value: any, step: string | number}} Step */

/** Schemas that are looked at for one place: what refers to itself has no end. */
const MOST = 2000

/**
 * Returns the schemas of the place that *steps* lead to; *value* is what stands there so far.
 *
 * @param {Schema} root
 * @param {Step[]} steps
 * @param {any} value
 */
export function schemasAt(root, steps, value) {
    let found = [root]
    for (const { value, step } of steps) found = unfolded(root, found, value).flatMap(schema => below(schema, step))
    return unfolded(root, found, value)
}

/**
 * Returns the properties that *schemas* know, by their names, the first of a name first.
 *
 * @param {Schema[]} schemas
 */
export function propertiesOf(schemas) {
    /** @type {Map<string, Schema>} */
    const found = new Map()
    for (const { properties } of schemas)
        for (const [name, schema] of Object.entries(properties ?? {}))
            if (typeof schema === 'object' && schema && (!found.has(name) || !Object.keys(/** @type {Schema} */ (found.get(name))).length)) found.set(name, schema)
    return found
}

/**
 * Returns the values that *schemas* name.
 *
 * @param {Schema[]} schemas
 * @returns {any[]}
 */
export function valuesOf(schemas) {
    const found = schemas.flatMap(schema => [
        ...schema.enum ?? [], ...'const' in schema ? [schema.const] : [], ...'default' in schema ? [schema.default] : [],
        ...schema.examples ?? [], ...kindsOf(schema).includes('boolean') ? [true, false] : [],
    ])
    return [...new Map(found.filter(value => value !== null).map(value => [JSON.stringify(value), value])).values()]
}

/** @param {Schema} schema @returns {string[]} */
export const kindsOf = ({ type }) => typeof type === 'string' ? [type] : Array.isArray(type) ? type : []

/**
 * Returns *schemas* and all that hold of the same value; of alternatives those that *value* may still be one of.
 *
 * @param {Schema} root
 * @param {Schema[]} schemas
 * @param {any} value
 */
function unfolded(root, schemas, value) {
    const found = [], left = [...schemas]
    while (left.length && found.length < MOST) {
        const schema = left.shift()
        if (typeof schema !== 'object' || !schema || !fits(schema, value)) continue
        found.push(schema)
        if (typeof schema.$ref === 'string') left.push(resolved(root, schema.$ref))
        left.push(...schema.allOf ?? [], ...schema.anyOf ?? [], ...schema.oneOf ?? [])
        if (schema.if) left.push(holds(schema.if, value) ? schema.then : schema.else)
    }
    return found
}

/** @param {Schema} schema @param {string | number} step @returns {Schema[]} */
function below({ properties, additionalProperties, items }, step) {
    const next = typeof step === 'number' ? items : properties && Object.hasOwn(properties, step) ? properties[step] : additionalProperties
    return next && typeof next === 'object' ? [next] : []
}

/** @param {Schema} root @param {string} reference */
function resolved(root, reference) {
    /** @type {any} */
    let found = root
    for (const token of reference.replace(/^#\/?/, '').split('/').filter(Boolean))
        found = typeof found === 'object' && found && Object.hasOwn(found, token) ? found[token] : undefined
    return found
}

/** Tells whether *value* can be of *schema* by its kind: what is not there yet can. @param {Schema} schema @param {any} value */
function fits(schema, value) {
    const kinds = kindsOf(schema)
    if (!kinds.length || value === undefined || value === null || typeof value !== 'object') return true
    return kinds.includes(Array.isArray(value) ? 'array' : 'object')
}

/** Tells whether a condition holds: the kind of the value, and constants of its members. @param {Schema} condition @param {any} value */
function holds(condition, value) {
    if (!fits(condition, value) || (kindsOf(condition).length && typeof value !== 'object')) return false
    return Object.entries(condition.properties ?? {}).every(([name, part]) => {
        const member = typeof value === 'object' && value && Object.hasOwn(value, name) ? value[name] : undefined
        return !('const' in part) || member === part.const
    })
}

// Files, images and sounds: dropped, pasted or chosen, checked at once, and shown before they are sent.
import { gettext, ngettext } from '../words.js'

/** What a browser says of a file whose type it does not know. */
const VAGUE = new Set(['', 'application/octet-stream', 'text/plain', 'application/vnd.ms-excel'])

/**
 * Returns why a file is not taken, or nothing; in doubt it is taken, and the server looks into it.
 *
 * @param {{name: string, type: string, size: number}} file
 * @param {{accept: string, accepted: string, most: number}} wanted *accepted* is what *accept* is in words, *most* in bytes
 */
export function refusal(file, { accept, accepted, most }) {
    const kinds = accept.split(',').map(part => part.trim().toLowerCase()).filter(Boolean)
    const type = file.type.toLowerCase(), name = file.name.toLowerCase()
    const fits = kinds.some(kind => kind.startsWith('.') ? name.endsWith(kind)
        : kind.endsWith('/*') ? kind === '*/*' || type.startsWith(kind.slice(0, -1)) : type === kind)
    if (file.size > most) return gettext('{name} is {size}; the limit is {limit}', { name: file.name, size: size(file.size), limit: size(most) })
    if (kinds.length && !fits && !VAGUE.has(type)) return gettext('{name} is of type {found}; choose {accepted}', { name: file.name, found: /\.(\w+)$/.exec(file.name)?.[1].toUpperCase() ?? type, accepted })
    return ''
}

/**
 * Says how large a file is.
 *
 * @param {number} bytes
 */
export function size(bytes) {
    if (bytes < 1024) return ngettext('{count} byte', '{count} bytes', bytes, { count: bytes })
    const [number, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
    return `${number.toFixed(1).replace(/\.0$/, '')} ${unit}`
}

/** @typedef {{file: File, item: HTMLElement, forget: () => void}} Chosen */

/** @type {Enhance} */
export default function enhance(field, { signal, announce, make, button, dispatchChange, problem, toast }) {
    const input = field.querySelector('[data-drop] input[type="file"]'), drop = field.querySelector('[data-drop]')
    const list = field.querySelector('[data-files]')
    if (!(input instanceof HTMLInputElement) || !(drop instanceof HTMLElement) || !list) return
    const wanted = { accept: input.accept, accepted: drop.dataset.accepted ?? '', most: Number(drop.dataset.maxBytes ?? Infinity) }
    /** @type {Chosen[]} */
    let chosen = []
    /** What the server keeps already. */
    let kept = [...list.querySelectorAll('[data-uploaded]')]
    /** @type {Map<Element, HTMLButtonElement[]>} */
    const moving = new Map()

    /**
     * @param {Iterable<File>} files
     * @param {boolean} [anew] whether the person chose them just now
     */
    const take = (files, anew = true) => {
        const wrong = [], fresh = []
        for (const file of files) {
            const why = refusal(file, wanted)
            if (why) wrong.push(why)
            else if (!chosen.some(({ file: other }) => same(file, other))) fresh.push(show(file))
        }
        const all = [...chosen, ...fresh], left = input.multiple ? all : all.slice(-1)
        for (const one of all) if (!left.includes(one)) one.forget()
        put(left)
        problem(wrong.join('. '))
        if (anew && fresh.length) announce(gettext('Chosen: {names}', { names: left.map(({ file }) => file.name).join(', ') }))
    }
    /** @param {Chosen[]} files */
    const put = files => {
        const transfer = new DataTransfer()
        for (const { file } of files) transfer.items.add(file)
        chosen = files
        input.files = transfer.files
        // One new file takes the place of the one that is kept.
        list.replaceChildren(...(input.multiple || !files.length ? kept : []), ...files.map(({ item }) => item))
        for (const group of [kept, items()]) group.forEach((item, index) => {
            movers(item).forEach((mover, down) => {
                mover.hidden = !input.multiple || group.length < 2
                mover.ariaDisabled = String(index === (down ? group.length - 1 : 0))
            })
        })
    }
    const items = () => chosen.map(({ item }) => item)
    /**
     * Returns the buttons that move a file up and down among those it came with.
     *
     * @param {Element} item
     */
    const movers = item => {
        let pair = moving.get(item)
        if (pair) return pair
        const name = item.querySelector('.file-name')?.textContent ?? ''
        pair = [-1, 1].map(by => {
            const mover = button(by < 0 ? '↑' : '↓', () => {
                const group = kept.includes(item) ? kept : items(), from = group.indexOf(item), to = from + by
                if (!group[to]) return
                if (group === kept) kept = moved(kept, from, to)
                put(kept.includes(item) ? chosen : moved(chosen, from, to))
                dispatchChange(field)
                mover.focus()
                announce(gettext('{name} is now {number} of {count}', { name, number: to + 1, count: group.length }))
            }, 'small ghost only')
            mover.setAttribute('aria-label', by < 0 ? gettext('Move {label} up', { label: name }) : gettext('Move {label} down', { label: name }))
            return mover
        })
        item.querySelector('button')?.before(make('span', { class: 'file-moves' }, ...pair))
        moving.set(item, pair)
        return pair
    }
    /** @param {File} file */
    const show = file => {
        const [family] = file.type.split('/'), seen = family === 'image' || family === 'audio'
        const address = seen ? URL.createObjectURL(file) : '', forget = () => URL.revokeObjectURL(address)
        const facts = make('span', { class: 'file-size' }, size(file.size))
        const remove = button(gettext('Remove'), () => {
            forget()
            put(chosen.filter(({ file: other }) => other !== file))
            dispatchChange(field)
            announce(gettext('{name} removed', { name: file.name }))
            focusNear()
        }, 'small ghost')
        remove.setAttribute('aria-label', gettext('Remove {name}', { name: file.name }))
        const item = make('li', { class: 'file', 'data-chosen': '' }, make('span', { class: 'file-name' }, file.name), facts, remove)
        if (family === 'image') {
            const image = make('img', { src: address, alt: '' })
            image.addEventListener('load', () => { facts.textContent = `${image.naturalWidth} × ${image.naturalHeight}, ${size(file.size)}` })
            image.addEventListener('error', () => image.remove())
            item.prepend(image)
        }
        if (family === 'audio') item.append(make('audio', { src: address, controls: true, preload: 'metadata' }))
        return { file, item, forget }
    }
    /**
     * Shows of a file that came as a data URL, such as that of an example, what is shown of one that is chosen.
     *
     * @param {Element} item
     */
    const preview = item => {
        const src = /** @type {HTMLInputElement | null} */ (item.querySelector('input[type="hidden"]'))?.value ?? ''
        if (/^data:image\//i.test(src)) item.prepend(make('img', { src, alt: '' }))
        if (/^data:audio\//i.test(src)) item.append(make('audio', { src, controls: true, preload: 'metadata' }))
    }
    const focusNear = () => {
        const next = list.querySelector(':scope > li > .btn') ?? input
        if (next instanceof HTMLElement) next.focus()
    }
    /**
     * @param {Event} event
     * @param {DataTransfer | null} data
     */
    const brought = (event, data) => {
        if (!data?.files.length) return
        event.preventDefault()
        take(data.files)
        dispatchChange(field)
    }

    input.addEventListener('change', () => take(input.files ?? []), { signal })
    drop.addEventListener('dragover', event => {
        event.preventDefault()
        drop.dataset.draggedOver = ''
    }, { signal })
    for (const name of ['dragleave', 'drop']) drop.addEventListener(name, () => { delete drop.dataset.draggedOver }, { signal })
    drop.addEventListener('drop', event => brought(event, event.dataTransfer), { signal })
    field.addEventListener('paste', event => brought(event, event.clipboardData), { signal })
    list.addEventListener('click', event => {
        const item = event.target instanceof Element ? event.target.closest('[data-remove-uploaded]')?.closest('[data-uploaded]') : null
        if (!item) return
        event.preventDefault()
        const before = kept
        kept = kept.filter(element => element !== item)
        put(chosen)
        dispatchChange(field)
        focusNear()
        toast(gettext('{name} removed.', { name: item.querySelector('.file-name')?.textContent ?? '' }), () => {
            kept = before
            put(chosen)
            dispatchChange(field)
        })
    }, { signal })
    field.addEventListener('webform:sync', () => take(input.files ?? [], false), { signal })
    kept.forEach(preview)
    if (input.files?.length) take(input.files, false)
    else put([])
    signal.addEventListener('abort', () => {
        for (const { item, forget } of chosen) {
            forget()
            item.remove()
        }
        for (const item of kept) item.querySelectorAll('img, audio').forEach(shown => shown.remove())
        for (const [mover] of moving.values()) mover.parentElement?.remove()
    })
}

/**
 * Returns *all*, one of them at another place.
 *
 * @template Each
 * @param {Each[]} all
 * @param {number} from
 * @param {number} to
 */
function moved(all, from, to) {
    const others = all.filter((_, index) => index !== from)
    others.splice(to, 0, all[from])
    return others
}

/**
 * @param {File} file
 * @param {File} other
 */
const same = (file, other) => file.name === other.name && file.size === other.size && file.lastModified === other.lastModified

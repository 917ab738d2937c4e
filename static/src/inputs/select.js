// One of many options, found by typing; the native control behind it holds the value.
import { combobox } from './combobox/box.js'
import { finder, fold } from './combobox/match.js'
import { gettext } from '../words.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    const home = field.querySelector('select[data-searchable]')
    if (!(home instanceof HTMLSelectElement)) return
    const blank = [...home.options].find(option => !option.value)
    const options = [...home.options].filter(option => option.value)

    /** @param {HTMLOptionElement} option */
    const put = option => {
        option.selected = true
        kit.dispatchChange(home)
        kit.announce(option.value ? gettext('{label} chosen', { label: option.label }) : gettext('{label} cleared', { label: kit.label }))
    }
    /** @type {() => void} */
    const show = () => {
        box.input.value = home.value && home.selectedOptions[0].label
        wipe.hidden = !blank || !home.value
    }
    const wipe = kit.button('×', () => {
        box.input.focus()
        if (blank) put(blank)
    }, 'small ghost only')
    const box = combobox(field, kit, {
        home, control: home, follow: show, placeholder: blank?.label, find: finder(options), picked: option => option.selected, take: put,
        cleared: () => blank && home.value ? put(blank) : show(),
        left(edited) {
            const typed = fold(box.input.value.trim()), meant = options.filter(option => fold(option.label) === typed)
            // A label that was typed in full is chosen; one that was taken away is not, where that may be.
            if (edited && meant.length === 1) put(meant[0])
            else if (edited && !typed && blank && home.value) put(blank)
            else show()
        },
    })
    wipe.ariaLabel = gettext('Clear {label}', { label: kit.label })
    box.input.after(wipe)
    show()
}

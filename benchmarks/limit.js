// The least a form could do by hand: one listener that takes a problem away as its field changes.
const form = document.querySelector('form[data-webform]')
form.noValidate = true
const changed = ({ target }) => {
    const field = target.closest('[data-at]')
    if (!field?.classList.contains('bad')) return
    field.classList.remove('bad')
    field.querySelector('.problem').hidden = true
}
form.addEventListener('input', changed)
form.addEventListener('change', changed)

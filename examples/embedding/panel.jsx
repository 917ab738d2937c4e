// A panel in a page made with React, 18 or 19. Its page loads embed.js before this.
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A panel as a component: `on` has a function for each event that is of interest. */
function Panel({ panel, on, ...attributes }) {
  const own = useRef(null), element = panel ?? own
  useEffect(() => {
    const { current } = element, stop = new AbortController()
    for (const [name, tell] of Object.entries(on)) current.addEventListener(name, ({ detail }) => tell(detail), stop)
    return () => stop.abort()
  })
  return <quick-execute ref={element} {...attributes} />
}

function App({ src }) {
  const panel = useRef(null), [theme, setTheme] = useState('light'), [name, setName] = useState(''), [words, setWords] = useState('')
  const on = {
    change: ({ body }) => setName(String(body?.name ?? '')),
    result: ({ status }) => setWords(status),
    error: ({ message }) => setWords(message),
  }
  return (
    <main>
      <button onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>{theme}</button>
      <button onClick={() => { panel.current.values = { name: 'Ann' } }}>Ann</button>
      <button onClick={() => panel.current.run()}>Start</button>
      <p>Name: <output>{name}</output>, result: <output>{words}</output></p>
      <Panel panel={panel} src={src} theme={theme} title="Greeting" on={on} />
    </main>
  )
}

createRoot(document.getElementById('app')).render(<App src="https://tools.example.com/tools/greeting/panel" />)

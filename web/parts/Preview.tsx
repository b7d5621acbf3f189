import { useMemo } from 'react'

/** Links in a preview lead nowhere, and the page runs nothing: the frame's sandbox allows neither. */
const inFrame = (html: string) =>
  html.replace(/<script\b[\s\S]*?<\/script>/gi, '').replace(/<head>/i, '<head><base href="/site/" target="_blank">')

/** A page as it will look on the site. */
export function Preview({ html, title }: { html: string; title: string }) {
  const page = useMemo(() => inFrame(html), [html])
  return <iframe className="preview" title={title} srcDoc={page} sandbox="" />
}

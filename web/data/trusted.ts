interface Policy {
  readonly createHTML: (text: string, kind?: string, sink?: string) => string | null
}
interface TrustedTypes {
  createPolicy(name: string, policy: Policy): unknown
}

/** Where markup is only read, and where it stands in a frame of its own that is shut off (`sandbox`). */
const apart = /^(?:DOMParser|Document) parse|^HTMLIFrameElement srcdoc/

/**
 * The one policy of this page (Trusted Types): texts are parsed and shown apart from the page, libraries write their styles, and nothing else
 * that has a tag becomes part of it; no text becomes a script or a script's address. Markup that is drawn comes from React and the editor.
 */
const policy: Policy = {
  // without a sink somebody asks for it by name: the editor's clipboard, which parses apart
  createHTML: (text, _kind, sink = 'Document parse') => (apart.test(sink) || !text.includes('<') ? text : null),
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', policy)

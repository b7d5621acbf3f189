/** Answers that are no envelope, by how a declaration calls them: what they are on the wire, and how the file ends that is kept of one. */
export const documents = {
  page: { type: 'text/html', ending: 'html' },
  image: { type: 'image/png', ending: 'png' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx', kept: true },
  file: { type: 'application/octet-stream', ending: 'bin', kept: true },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', ending: 'docx', kept: true },
} as const satisfies Readonly<Record<string, Document>>

interface Document {
  readonly type: string
  readonly ending: string
  /** It leaves the system as a file, which the log tells. */
  readonly kept?: true
}

export type DocumentName = keyof typeof documents

interface Replying {
  readonly reply?: 'value' | 'raw' | DocumentName
}

/** The document that a call answers; none where it answers JSON. */
export const documentOf = ({ reply = 'value' }: Replying): Document | undefined =>
  Object.hasOwn(documents, reply) ? documents[reply as DocumentName] : undefined

/** True for a call whose answer is the envelope, as nearly all are. */
export const isEnveloped = ({ reply = 'value' }: Replying): boolean => reply === 'value'

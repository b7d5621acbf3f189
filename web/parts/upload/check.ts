import { imageBytesMax, videoBytesMax } from '../../../core/contract/file.ts'
import { uploadSays } from '../../../core/text.ts'

/** What a place takes: images alone, videos alone, or both. */
export type Takes = 'image' | 'video' | 'both'
export type Kind = Exclude<Takes, 'both'>

interface Rule {
  /** Types as the browser names them; the list is also what its file dialog offers. */
  readonly types: readonly string[]
  readonly endings: RegExp
  readonly wrong: string
  readonly bytesMax: number
  readonly tooLarge: string
}

const rules: Readonly<Record<Kind, Rule>> = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/gif'],
    endings: /\.(jpe?g|png|gif)$/i,
    wrong: uploadSays.imageFormat,
    bytesMax: imageBytesMax,
    tooLarge: uploadSays.imageSize,
  },
  video: {
    types: ['video/mp4', 'video/webm'],
    endings: /\.(mp4|webm)$/i,
    wrong: uploadSays.videoFormat,
    bytesMax: videoBytesMax,
    tooLarge: uploadSays.fileSize,
  },
}
const kinds = Object.keys(rules) as Kind[]

/** What a file says it is: by the browser's type, or by its name where the browser knows none. */
export const kindOf = ({ type, name }: File): Kind | undefined =>
  kinds.find((kind) => (type ? type.startsWith(`${kind}/`) : rules[kind].endings.test(name)))

/** Why a file is not sent at all, or null. Exactly the limit passes. */
export function refusal(file: File, takes: Takes): string | null {
  const kind = kindOf(file)
  if (takes === 'image' && kind !== 'image') return uploadSays.imageFormat
  if (!kind || (takes === 'video' && kind !== 'video')) return uploadSays.choose
  const { types, endings, wrong, bytesMax, tooLarge } = rules[kind]
  if (file.type ? !types.includes(file.type) : !endings.test(file.name)) return wrong
  return file.size > bytesMax ? tooLarge : null
}

/** For `<input type="file">`. */
export const acceptOf = (takes: Takes): string =>
  kinds
    .filter((kind) => takes === 'both' || takes === kind)
    .flatMap((kind) => rules[kind].types)
    .join(',')

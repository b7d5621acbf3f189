import { safeLink } from '../../../core/domain/links.ts'

/** Where an article leads that is a link; null: to its page. */
export const jumpOf = ({ categoryType, jumpUrl }: { categoryType: string | null; jumpUrl: string | null }) =>
  categoryType === 'URL' ? safeLink(jumpUrl) : null

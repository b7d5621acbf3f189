import type { DemoArticle } from './article.ts'
import { culture } from './articles/culture.ts'
import { members } from './articles/members.ts'
import { news } from './articles/news.ts'
import { notices } from './articles/notices.ts'
import { opinions } from './articles/opinions.ts'
import { overview } from './articles/overview.ts'
import { proposals } from './articles/proposals.ts'
import { study } from './articles/study.ts'

/** Every demo article, oldest first. */
export const articles: readonly DemoArticle[] = [
  ...overview,
  ...news,
  ...notices,
  ...proposals,
  ...opinions,
  ...members,
  ...culture,
  ...study,
].sort((a, b) => b.days - a.days)

import type { ScanChange, ScanReceipt } from '../../core/contract/word-scan.ts'

/** An article that was looked through. */
export interface ScannedArticle {
  readonly id: number
  readonly title: string
  readonly status: number
}

const articlesTold = 500
const wordsTold = 500
const wordsOfOne = 20

/** What a walk through many articles has found so far; its size does not grow with theirs. */
export class Findings {
  scanned = 0
  found = 0
  private readonly words = new Map<string, { word: string; articles: number; change: ScanChange }>()
  private readonly articles: ScanReceipt['articles'] = []

  /** Takes the words of an article, each once. */
  take({ id, title, status }: ScannedArticle, found: ReadonlyMap<string, ScanChange>): void {
    this.scanned += 1
    if (found.size === 0) return
    this.found += 1
    for (const [word, change] of found) {
      const known = this.words.get(word) ?? { word, articles: 0, change }
      this.words.set(word, { ...known, articles: known.articles + 1 })
    }
    if (this.articles.length >= articlesTold) return
    const words = [...found].slice(0, wordsOfOne).map(([word, change]) => ({ word, change }))
    this.articles.push({ articleId: String(id), title, status: status as 0, words })
  }

  /** As the job keeps it: the words that most articles hold first. */
  receipt(): ScanReceipt {
    const words = [...this.words.values()].sort((a, b) => b.articles - a.articles).slice(0, wordsTold)
    return { scanned: this.scanned, found: this.found, words, articles: this.articles }
  }
}

import type { Reader } from '../db/open.ts'
import type { SiteFile } from './article-files.ts'

/**
 * What areas have on the site beside articles and columns. An area says it in `areas/<area>.ts`: its pages, what they load, how they look, what it puts on
 * the front page, and when that changes by itself. Whoever changes its rows calls `touchArea` (server/rows/touch-area.ts); generation, site map, search, removal and
 * the schedule (moments.ts) follow from here.
 */
export interface AreaSite {
  /** What visitors call it. */
  readonly title: string
  /** Its folder on the site. There is a `_` in it, so that no column's can be the same. */
  readonly folder?: string
  /** The pages it should have at a moment; the first one is where the site map leads. */
  pages?(db: Reader, at: number): Promise<readonly AreaFile[]>
  /** What one of them shows: plain values, from which its print is made. Null: it is no longer there. */
  load?(db: Reader, file: AreaFile, at: number): Promise<object | null>
  /** Lays a page out. @param shown what `load` gave */
  view?(shown: never, tools: AreaTools): AreaView
  /**
   * The texts of its pages, `<id>.html`, by which the search finds them: in the index that lies beside the pages. Without, they are found by
   * their titles alone.
   */
  readonly texts?: AreaTexts
  /** Its rows where they are many, each with a page of its own: these pages, and those of their list behind the first, stand not among `pages`. */
  readonly rows?: AreaRows
  /** Its pages that stand there whatever is public, by which visitors write, ask and answer: the front page and the foot of every page lead to them. */
  readonly ways?: readonly Way[]
  /** What the template `index` gets as `areas.<area>`. */
  front?(db: Reader, at: number, tools: AreaTools): Promise<object>
  /** What stands at the head of every page, the most important first: a change of it has all pages made anew. */
  banners?(db: Reader, at: number, tools: AreaTools): Promise<readonly Banner[]>
  /** Whether time alone changed what is shown, after one moment and up to another. */
  changed?(db: Reader, after: number, at: number): Promise<boolean>
  /** Whether it shows one of these articles: its pages are looked at where one of them appears, changes or leaves. */
  shows?(db: Reader, articleIds: readonly number[]): Promise<boolean>
}

/** Where visitors turn to the office; the lowest number comes first. */
export interface Way {
  readonly name: string
  readonly title: string
  readonly says: string
  readonly no: number
  /** On the front page alone, or the foot of every page would be a list of all there is: always, or where the area's `front` says `open`. */
  readonly front?: 'always' | 'open'
}

/** Rows of an area that are read by the thousand. Their pages lie in the area's folder, and are not looked at where another row changed. */
export interface AreaRows {
  /** The page of a row. */
  file(id: number): AreaFile
  /** The lowest id from one on of those that have a page. */
  next(db: Reader, from: number): Promise<number | null>
  /** Which groups of so many ids hold one of them: group 3 of 1,000 are the ids from 3,000 to 3,999. */
  groups(db: Reader, size: number): Promise<readonly number[]>
  /** Those that have one from an id on and below another, and their days. */
  dated(db: Reader, from: number, below: number): Promise<readonly { readonly id: number; readonly at: number }[]>
  /** What the pages of some show; those that have none are missing. */
  load(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, object>>
  /**
   * The pages of their list behind the first.
   * @param places where rows came or left: only the pages that this may concern; `gone`: those of them that should not be there
   */
  lists(
    db: Reader,
    places?: readonly number[],
  ): Promise<{ readonly files: readonly AreaFile[]; readonly gone: readonly string[] }>
  /** The pages of a row where it has more than one. */
  readonly besides?: RowPages
  /** Rows that were stored since a moment, and their places. */
  placesOf(db: Reader, since: number): Promise<readonly { readonly id: number; readonly place: number | null }[]>
}

/** Pages that rows have beside their own. */
export interface RowPages {
  /** Rows that are read at once. */
  readonly atOnce: number
  /** All pages of some rows with what they show, the rows' own too. */
  load(db: Reader, ids: readonly number[]): Promise<readonly { readonly file: AreaFile; readonly shown: object }[]>
  /** The names of those beside their own that should be there: of all rows, or of some. */
  names(db: Reader, ids?: readonly number[]): Promise<ReadonlySet<string>>
  /** The names of those that a row has had. @param there whether a file is */
  had(id: number, there: (name: string) => boolean): readonly string[]
  /** The row to which the name of such a page belongs; null: it is none. */
  rowOf(name: string): number | null
}

/** What an area's pages say, for the search. */
export interface AreaTexts {
  /** Its pages; `stand` is another one where anything of it changed. */
  standing(db: Reader): Promise<readonly { readonly id: number; readonly at: number; readonly stand: string }[]>
  /** What some of them say: all of them at once might not fit into memory. */
  of(db: Reader, ids: readonly number[]): Promise<readonly AreaText[]>
}
export interface AreaText {
  readonly id: number
  readonly title: string
  readonly text: string
}

/** A line at the head of every page. */
export interface Banner {
  readonly title: string
  readonly url: string
}

/** A page of an area: its file's name in the area's folder, and what the area knows it by. */
export interface AreaFile {
  readonly name: string
  readonly id: number
  /** What the site map and the search know it by; none: nothing leads there but the area's own pages. */
  readonly listed?: { readonly title: string; readonly at: number }
  /** It is no page, but an attachment that lies there to be kept; `load` tells whether it still should. */
  readonly file?: SiteFile
}

/** What a view is made with. */
export interface AreaTools {
  /** The address of one of the area's pages. */
  url(name: string): string
  /** The address of any page of the site by its path. */
  root(path: string): string
  /** A stored text as pages show it. */
  text(html: string, seal: string | null): string
}

/** A page of an area before the skin is laid over it. */
export interface AreaView {
  readonly template: string
  readonly title: string
  readonly description: string
  /** What its template gets; `parts` are put out raw. */
  readonly scope: object
  readonly parts?: Readonly<Record<string, string>>
  /** What stands between the front page and this one. */
  readonly above?: readonly { readonly title: string; readonly url: string }[]
}

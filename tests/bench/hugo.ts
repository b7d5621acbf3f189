import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { columnOf, columnTitles, contentOf, timeOf, titleOf } from './articles.ts'

/** The same articles for Hugo, with a theme of about the same pages: navigation, crumbs, lists of twenty, head and foot. */

const layouts: Readonly<Record<string, string>> = {
  '_default/baseof.html': `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{{ .Title }} - {{ .Site.Title }}</title>
<meta name="description" content="{{ with .Description }}{{ . }}{{ else }}{{ .Title }}{{ end }}"><meta name="keywords" content="{{ .Section }}">
<link rel="stylesheet" href="/assets/style.css"></head><body><a class="skip" href="#main">跳到正文</a>{{ partialCached "header.html" . .Section }}
<main id="main" class="wrap">{{ block "main" . }}{{ end }}</main>{{ partialCached "footer.html" . }}</body></html>`,
  '_default/single.html': `{{ define "main" }}{{ partialCached "crumbs.html" . .Section }}<article class="text-page sheet"><h1>{{ .Title }}</h1>
<ul class="meta"><li>来源：{{ .Site.Title }}</li><li>发布时间：<time>{{ .Date.Format "2006-01-02 15:04" }}</time></li></ul>
<div class="content">{{ .Content }}</div><a href="/{{ .Section }}/">返回</a></article>{{ end }}`,
  '_default/list.html': `{{ define "main" }}{{ partialCached "crumbs.html" . .Section }}<h1>{{ .Title }}</h1><ul class="news">{{ range .Paginator.Pages }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><time>{{ .Date.Format "2006-01-02" }}</time></li>{{ end }}</ul>{{ template "_internal/pagination.html" . }}{{ end }}`,
  'index.html': `{{ define "main" }}{{ range .Site.Sections }}<section><h2>{{ .Title }}</h2><ul>{{ range first 8 .Pages }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></section>{{ end }}{{ end }}`,
  'partials/header.html': `<header><p>{{ .Site.Title }}</p><nav><ul>{{ range .Site.Sections }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></nav></header>`,
  'partials/crumbs.html': `<nav class="crumbs"><ol><li><a href="/">首页</a></li><li><a href="/{{ .Section }}/">{{ .Section }}</a></li></ol></nav>`,
  'partials/footer.html': `<footer>${columnTitles.map((title) => `<p>${title}</p>`).join('')}<p>主办单位：{{ .Site.Title }}</p></footer>`,
}

const write = (file: string, text: string) => {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

/** Lays out the articles for Hugo. @returns how to run it once, or null where there is no `hugo` */
export function hugoOf(folder: string, count: number): (() => Promise<{ wall: number; cpu: number }>) | null {
  if (spawnSync('hugo', ['version']).status !== 0) return null
  write(
    join(folder, 'config.toml'),
    'baseURL = "http://127.0.0.1/"\ntitle = "青石县政协"\npaginate = 20\ndisableKinds = ["taxonomy", "term"]\n',
  )
  for (const [name, text] of Object.entries(layouts)) write(join(folder, 'layouts', name), text)
  for (const [i, title] of columnTitles.entries())
    write(join(folder, `content/col-${i + 1}/_index.md`), `---\ntitle: ${title}\n---\n`)
  for (let i = 0; i < count; i += 1) {
    const date = new Date(timeOf(i)).toISOString()
    const text = `---\ntitle: ${titleOf(i)}\ndate: ${date}\n---\n${contentOf(i)}`
    write(join(folder, `content/col-${columnOf(i) + 1}/${i}.html`), text)
  }
  return async () => {
    rmSync(join(folder, 'public'), { recursive: true, force: true })
    const timed = `TIMEFORMAT='%R %U %S'; time hugo --quiet --source ${JSON.stringify(folder)}`
    const { stderr } = await promisify(execFile)('bash', ['-c', timed])
    const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    return { wall: wall * 1000, cpu: (user + system) * 1000 }
  }
}

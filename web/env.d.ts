declare module '*.css'

declare module 'exceljs/dist/exceljs.bare.min.js' {
  import exceljs = require('exceljs')
  export default exceljs
}

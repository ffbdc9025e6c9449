import { loadRulebook } from './src/rulebook/load.js';
import { RulebookError, formatProblem } from './src/rulebook/problems.js';
let book; try { book = await loadRulebook('/work/main/rules','/work/main/schemas'); } catch(e){ if(e instanceof RulebookError){ for(const p of e.problems.slice(0,40)) console.log(formatProblem(p)); process.exit(1);} throw e; }
const area=process.argv.slice(2);
let are=0,areBad=0,not=0,notBad=0,terms=0,termBad=0; const out=[];
const same=(a,b)=>a===b;
for(const c of book.catalogue.concepts){
  const show=area.length===0||area.some(a=>c.id.startsWith(a));
  for(const l of c.lookalikes.are){ are++; const r=book.reader.read(l); if(r.head?.mention.concept.id!==c.id){ areBad++; if(show) out.push(`${c.id} ARE "${l}" -> ${r.head?.mention.concept.id ?? 'unknown:'+r.unknownWord}`);} }
  for(const l of c.lookalikes.areNot){ not++; const r=book.reader.read(l); if(r.head?.mention.concept.id===c.id){ notBad++; if(show) out.push(`${c.id} NOT "${l}" -> itself ${c.class}`);} }
  for(const l of c.terms){ terms++; const r=book.reader.read(l); const h=r.head?.mention.concept; if(!h||h.class!==c.class||h.goodsAlone!==c.goodsAlone){ termBad++; if(show&&process.argv.includes('-t')) out.push(`${c.id} TERM "${l}" -> ${h?.id ?? 'unknown:'+r.unknownWord}`);} }
}
console.log({are,areBad,not,notBad,terms,termBad}); for(const o of out) console.log(o);

import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { loadRulebook } from '/work/main/src/rulebook/load.js';
import { parsePence } from '/work/main/src/rulebook/money.js';
import { RulebookError, formatProblem } from '/work/main/src/rulebook/problems.js';
let book;
const t0=Date.now();
try { book = await loadRulebook('/work/main/rules','/work/main/schemas'); } catch(e){ if(e instanceof RulebookError){ for(const p of e.problems.slice(0,40)) console.log(formatProblem(p)); console.log(e.problems.length); process.exit(1);} throw e; }
console.log('loaded',Date.now()-t0,'ms', book.catalogue.concepts.length, book.catalogue.termCount, book.rules.length);
const files=process.argv.slice(2).filter(a=>!a.startsWith('-'));
const verbose=process.argv.includes('-v');
const route={nb:'self_build_431nb',c:'self_build_431c'};
for (const f of files){
  const rows=parse(readFileSync(f,'utf8'),{columns:true});
  let ok=0, wrongClaim=0, bad=[]; const conf={};
  const t=Date.now();
  for (const r of rows){
    const line={route:route[r.route],supplyType:r.supplyType,text:r.lineText,net:parsePence(r.net),vat:parsePence(r.vat),taxPoint:r.taxPoint||'2026-11-20',taxPointGiven:!!r.taxPoint,completionDate:null,country:r.country||null,projectType:null,newDwelling:null,supplierVatRegistered:null,identifierName:null,complexTypeHint:null,esmStatus:null,relation:null,esmInvoiceCtx:false,saiInvoiceCtx:false,answers:[]};
    let c; try { c=await book.classify(line);} catch(e){ bad.push([r,{classification:{treatment:'ERROR '+e.message}}]); continue; }
    const got=c.classification.treatment; const exp=r.expected.split('|');
    conf[exp[0]+' -> '+got]=(conf[exp[0]+' -> '+got]||0)+1;
    if(exp.includes(got)) ok++; else { bad.push([r,c]); if(got.startsWith('reclaimable')) wrongClaim++; }
  }
  console.log(f, rows.length,'right',ok,(100*ok/rows.length).toFixed(1)+'%','wrongly reclaimable',wrongClaim, (Date.now()-t)+'ms');
  for(const [k,v] of Object.entries(conf).sort((a,b)=>b[1]-a[1])) { const [a,b]=k.split(' -> '); if(a!==b) console.log('   ',v,k); }
  if(verbose) for(const [r,c] of bad.sort((a,b)=>(b[1].classification.treatment.startsWith('recl')?1:0)-(a[1].classification.treatment.startsWith('recl')?1:0))) console.log(`${r.id} ${r.route} ${r.supplyType} ${r.vat}/${r.net} | ${r.lineText} | want ${r.expected} GOT ${c.classification.treatment} | ${c.rule?.id??'-'} | ${c.product?c.product.conceptId+' ['+c.product.matchedText+']':'-'} | ${c.steps?.[0]?.slice(0,120)}`);
}

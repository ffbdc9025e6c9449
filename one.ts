import { loadRulebook } from './src/rulebook/load.js';
import { line } from './test/rulebook/book.js';
const book=await loadRulebook('rules','schemas');
for(const t of process.argv.slice(2)){
  const [route,st,text,net='1000',vat='200']=t.split('|');
  const r=book.reader.read(text);
  console.log('==',text); console.log(' head',r.head?.mention.concept.id,`[${r.head?.mention.text}]`,'status',r.headStatus,'unk',r.unknownWord,'unkOther',r.unknownOther,'rep',JSON.stringify(r.repaired));
  console.log(' others',r.others.map(o=>o.relation+':'+o.mention.concept.id+'['+o.mention.text+']').join(' '),'| descr',r.head?.describedBy.map(m=>m.concept.id+'['+m.text+']').join(' '),'| about',r.about.map(a=>a.relation+':'+a.mention.concept.id+'['+a.mention.text+']').join(' '),'| excl',r.excluded.map(m=>m.concept.id).join(' '));
  console.log(' signals',r.signals.map(s=>s.weight+':'+s.says+'['+s.text+'] '+s.relation).join(' ; '),'| statements',[...r.statements.keys()].join(' '));
  const c=await book.classify(line({route:route==='c'?'self_build_431c':'self_build_431nb',supplyType:st,text,net:Math.round(Number(net)*100),vat:Math.round(Number(vat)*100)}));
  console.log(' =>',c.classification.treatment,c.rule?.id,c.question?.id,'|',c.classification.explanation);
  if(process.env.V) console.log(c.steps.join('\n'));
}

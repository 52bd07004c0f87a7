import SqliteFile from 'better-sqlite3';
import {randomUUID,randomBytes} from 'node:crypto';
import {rmSync} from 'node:fs';
import {connect} from './database/connect.ts';
import {migrate} from './database/migrate.ts';
const file='/tmp/ap/bench.sqlite';
const opt=Object.fromEntries(process.argv.slice(2).map(a=>a.split('=')));
for(const s of ['','-wal','-shm'])rmSync(file+s,{force:true});
const k=connect({sqliteFile:file},()=>{});await migrate(k);await k.destroy();
const d=new SqliteFile(file,{timeout:5000});d.pragma('journal_mode=WAL');d.pragma('synchronous=FULL');d.pragma('foreign_keys=ON');
if(opt.cache)d.pragma('cache_size=-'+opt.cache);
d.pragma('temp_store=memory');
const n=Number(opt.n??100000);
d.exec('create temp table st(id text primary key, username text,username_key text,full_name text,email text,email_key text,student_id text,employee_id text,tax_id_hash text,data text,groups text,password_hash text,disabled integer)'+(opt.wr?' without rowid':''));
const rows=[];
let c=0;
const ordered=()=>{const t=(Date.now()*4096+(c++)).toString(16).padStart(16,'0');const r=randomBytes(8).toString('hex');return `${t.slice(0,8)}-${t.slice(8,12)}-7${t.slice(13,16)}-8${r.slice(0,3)}-${r.slice(3,15)}`};
for(let i=0;i<n;i++){const u='user.'+((i*7919)%n);rows.push([opt.v7?0:randomUUID(),u,u,`Шевченко Олена Іванівна ${i}`,`${u}@campus.example`,`${u}@campus.example`,'KB'+i,null,opt.notax?null:randomBytes(32).toString('base64url'),JSON.stringify({faculty:'Факультет інформатики',group:'КБ-11'}),'["students"]',`$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`,0])}
if(opt.sort)rows.sort((a,b)=>a[2]<b[2]?-1:1);
if(opt.v7)for(const r of rows)r[0]=ordered();
let t=performance.now();
const ins=d.prepare('insert into st values('+'?,'.repeat(12)+'?)');
d.transaction(()=>{for(const r of rows)ins.run(r)})();
console.log('stage',(performance.now()-t).toFixed());
const cols='id,username,username_key,full_name,email,email_key,student_id,employee_id,tax_id_hash,data,groups,password_hash,disabled';
t=performance.now();
d.exec('begin immediate');
d.exec(`insert into users(${cols},version,created_at,updated_at) select ${cols},1,1,1 from st order by rowid`);
const t1=performance.now();
d.exec('commit');
const t2=performance.now();
console.log(JSON.stringify(opt),'insert',(t1-t).toFixed(),'commit(+ckpt)',(t2-t1).toFixed());
// update all: name+data
d.exec("update st set full_name=full_name||'x', data='{}' , email='a'||email, email_key='a'||email_key");
for(const [name,sql] of [
 ['set all columns incl email',`update users set username=s.username,full_name=s.full_name,email=s.email,email_key=s.email_key,student_id=s.student_id,employee_id=s.employee_id,data=s.data,groups=s.groups,disabled=s.disabled,version=users.version+1,updated_at=2 from st s where s.id=users.id`],
 ['no email',`update users set username=s.username,full_name=s.full_name||'y',student_id=s.student_id,employee_id=s.employee_id,data=s.data,groups=s.groups,disabled=s.disabled,version=users.version+1,updated_at=2 from st s where s.id=users.id`],
 ['tax',`update users set tax_id_hash='x'||s.tax_id_hash from st s where s.id=users.id`],
 ['everything',`update users set username=s.username,full_name=s.full_name||'zzz',email=s.email,email_key='b'||s.email_key,student_id=s.student_id,employee_id=s.employee_id,data=s.data,groups=s.groups,disabled=s.disabled,tax_id_hash='y'||s.tax_id_hash,password_hash='q'||s.password_hash,version=users.version+1,updated_at=2 from st s where s.id=users.id`],
]){
t=performance.now();
d.exec('begin immediate');
d.exec(sql);
const t1=performance.now();
d.exec('commit');
console.log(name,'update',(t1-t).toFixed(),'commit(+ckpt)',(performance.now()-t1).toFixed());
}

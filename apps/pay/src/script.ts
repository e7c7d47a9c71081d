/**
 * What pages do beside showing what they are: they look whether an attempt has ended, count seconds, copy a number, and
 * send a form once. Nothing here is needed to pay. It is kept small and without a build: old phones run it as it is.
 */
export const script = `(function(){
"use strict";
var d=document,one=function(s){return d.querySelector(s)},all=function(s){return [].slice.call(d.querySelectorAll(s))};
var first=one(".summary")||one("[data-focus]");if(first)first.focus();
all("[data-masked]").forEach(function(i){i.addEventListener("focus",function(){if(i.value===i.getAttribute("data-masked"))i.select()})});
all("form[method=post]").forEach(function(f){var sent=false;
f.addEventListener("submit",function(e){if(sent)e.preventDefault();sent=true});
addEventListener("pageshow",function(){sent=false})});
var phone=one("#phone"),shown=one("[data-phone]");if(phone&&shown)phone.addEventListener("input",function(){shown.textContent=phone.value.trim()||shown.getAttribute("data-phone")});
var begun=false;d.addEventListener("input",function(){begun=true});
var other=one("[data-other]");if(other)other.addEventListener("input",function(){one("#amount_other").checked=true});
if(navigator.clipboard)all("[data-copy]").forEach(function(b){b.hidden=false;
b.addEventListener("click",function(){navigator.clipboard.writeText(b.getAttribute("data-copy")).then(function(){say(b.getAttribute("data-copied"));
var t=b.textContent;b.textContent=b.getAttribute("data-copied");setTimeout(function(){b.textContent=t},2000)},function(){})})});
var print=one("[data-print]");if(print){print.hidden=false;print.addEventListener("click",function(){self.print()})}
function say(t){var s=one("#status");if(s)s.textContent=t}
var began=Date.now();
function tick(){var s=Math.floor((Date.now()-began)/1000);
all("[data-since]").forEach(function(e){e.textContent=String(+e.getAttribute("data-since")+s)});
all("[data-left]").forEach(function(e){e.textContent=String(Math.max(0,+e.getAttribute("data-left")-s))});
all("[data-wait]").forEach(function(e){var left=+e.getAttribute("data-wait")-s;if(left>0)return;
e.removeAttribute("data-wait");if(e.tagName==="BUTTON"){e.disabled=false;say(e.textContent)}else e.hidden=true})}
setInterval(tick,1000);
var etag="",turn=0,timer,waits=[2,3,5];
function watched(){var m=one("main");return m&&m.getAttribute("data-state")}
function plan(){clearTimeout(timer);if(!watched()||d.hidden)return;
timer=setTimeout(look,1000*(turn<waits.length?waits[turn]:15));turn+=1}
function look(){var from=watched();if(!from)return;
self.fetch(from,{headers:etag?{"if-none-match":etag}:{},cache:"no-store",credentials:"omit"}).then(function(r){
if(r.status!==200)return null;var fresh=r.headers.get("etag");return r.json().then(function(j){show(j,fresh)})}).catch(function(){}).then(plan)}
function show(j,fresh){var m=one("main"),isNew=m.getAttribute("data-stage")!==j.stage;etag=fresh||"";
if(!isNew)return;
if(m.getAttribute("data-reload")){if(!begun)location.reload();return}
m.innerHTML=j.html;m.className=j.tone;m.setAttribute("data-stage",j.stage);if(j.isFinal)m.removeAttribute("data-state");
if(j.watch){etag="";m.setAttribute("data-state",j.watch.path);m.setAttribute("data-stage",j.watch.stage);m.setAttribute("data-reload","yes")}
d.title=j.title;began=Date.now();turn=0;say(j.status);var h=one("main h1");if(h)h.focus()}
d.addEventListener("visibilitychange",function(){if(d.hidden)clearTimeout(timer);else if(watched()){clearTimeout(timer);look()}});
plan();
})();
`;

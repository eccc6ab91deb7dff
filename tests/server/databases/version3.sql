-- A database of version 3, written by the Hulldown of its time.
-- [{"name": "hotseat", "match": "DfGH7EgJcAlTWIFn", "tokens": ["oYcB0h9o8I6esG2iEQwdO8jrF1w"], "head": 6, "record": "924a27f274ee1484e79352fecda9ea20734ae0a333176d72f31fde7e78eb7790"}, {"name": "friends", "match": "AYCtbaRu4DodwAlg", "tokens": ["EXtsua04iKABfOhNAGTwkxsaQ_w", "KeHZ1oGnZk0FC4xJvvNpbdJMsbk"], "head": 4, "record": "f9d48ff022ef8205a68a2fd0bf9729654cf30babfeb33abc34e909d6c25c73a2"}, {"name": "bot", "match": "CYzLFKViHO38cQiU", "tokens": ["D2PRBh2N6D-2g46No_t7IqPY0wU"], "head": 5, "record": "a45f7a0a5dbb5adeee1793f2bcce5658f8a936cec8404fb00045927fb627555e"}, {"name": "over", "match": "G-Ib-EFxTy5FR8SY", "tokens": ["u8xff06MvGbZorZ3lbFC1Hc6bjk"], "head": 2, "record": "85a546e0783b1d7f6f59631cabe0e50df6482e295a856a471c00218332703b5c"}, {"name": "sealed", "match": "ebp-KxUJsEFEfzBY", "tokens": ["WNqNtzmZt5uAtb-ysQbN1ojDlyg"], "head": 4, "record": "5552beb07f1cbf41cf3f8c291d77264d1044681658cb929c541197c5cc7eee3e"}, {"name": "invitation", "match": "YYs4M31Hw_X4kW32", "tokens": ["c2lBlJIv6e40nHGC_OUkai_Epcg", "Z_ZPieIdXoYyXBk3KweI9J3LduI"], "head": 0, "record": ""}]
-- matches.db
BEGIN TRANSACTION;
CREATE TABLE answers (
	"match" VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	answer TEXT NOT NULL, 
	PRIMARY KEY ("match", seat, id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-4','{"status":"accepted","head":5,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','oYcB0h9o-5','{"status":"accepted","head":6,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('AYCtbaRu4DodwAlg','c7d865b6f679395f2d9d0b6666c35ebbd7ff3273','EXtsua04-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('AYCtbaRu4DodwAlg','7883627e9f6269e2e49ca6ce984c2a55f9702c0c','KeHZ1oGn-0','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('AYCtbaRu4DodwAlg','c7d865b6f679395f2d9d0b6666c35ebbd7ff3273','EXtsua04-1','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('AYCtbaRu4DodwAlg','c7d865b6f679395f2d9d0b6666c35ebbd7ff3273','EXtsua04-2','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('CYzLFKViHO38cQiU','d2e0864d452e91f61798b3c5d1b97e8aedcd82d7','D2PRBh2N-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('G-Ib-EFxTy5FR8SY','badde45b69c738f4d3a169398c53f7d35361551a','u8xff06M-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('G-Ib-EFxTy5FR8SY','badde45b69c738f4d3a169398c53f7d35361551a','act-1','{"status":"accepted","head":2,"played":0,"refusal":null}');
INSERT INTO "answers" VALUES('ebp-KxUJsEFEfzBY','8045dad56665ed5897dec8d727a66534f300c036','WNqNtzmZ-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('ebp-KxUJsEFEfzBY','8045dad56665ed5897dec8d727a66534f300c036','WNqNtzmZ-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('ebp-KxUJsEFEfzBY','8045dad56665ed5897dec8d727a66534f300c036','WNqNtzmZ-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('ebp-KxUJsEFEfzBY','8045dad56665ed5897dec8d727a66534f300c036','WNqNtzmZ-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
CREATE TABLE lines (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[6,4]}],"events":[{"type":"RolledOff","red":[6],"blue":[4]}],"hash":"8f231920df6a1ce59e675f465744bc73372b57f2"}');
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',1,'{"line":"order","position":1,"side":0,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"66db08d57ceb4ab005f24be68dc07189d195175d"}');
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"149e61b11d4cc390fac2e3e838ee20fd85bc47f2"}');
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"5ae3e2037978148c0c44a9340048728abb1cdf39"}');
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',4,'{"line":"order","position":4,"side":0,"order":{"type":"Deploy","kind":"light","square":4,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":2,"square":4,"facing":2},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"7ad6d96133cf0f17f92340f6f8e02bf0bd427f92"}');
INSERT INTO "lines" VALUES('DfGH7EgJcAlTWIFn',5,'{"line":"order","position":5,"side":1,"order":{"type":"Deploy","kind":"heavy","square":20,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":20,"facing":6}],"hash":"7878af97f65d18aa8d0ac51933e3042e6ed8ebce"}');
INSERT INTO "lines" VALUES('AYCtbaRu4DodwAlg',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[1,2]}],"events":[{"type":"RolledOff","red":[1],"blue":[2]}],"hash":"bd6ecad78abd34c0d09ef79f9c0ab03dc650ceba"}');
INSERT INTO "lines" VALUES('AYCtbaRu4DodwAlg',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"f8c8d34433335bc464d2f6c2bdb9d79778e07420"}');
INSERT INTO "lines" VALUES('AYCtbaRu4DodwAlg',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"84527a55de42818ebb931d57b6316424c61972f4"}');
INSERT INTO "lines" VALUES('AYCtbaRu4DodwAlg',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"2a54b488f67ff77f5f410e57380954d8bd8a3b24"}');
INSERT INTO "lines" VALUES('CYzLFKViHO38cQiU',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[4,4]},{"rule":"FR-Q06","faces":[4,6]}],"events":[{"type":"RolledOff","red":[4,4],"blue":[4,6]}],"hash":"4d0c996cb2f12fcbcd106ff227bb5d7a8b992526"}');
INSERT INTO "lines" VALUES('CYzLFKViHO38cQiU',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":1},"rolls":[],"events":[{"type":"FirstChosen","first":1},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"d870309ba28bb481ebb4b7db004024d000be555a"}');
INSERT INTO "lines" VALUES('CYzLFKViHO38cQiU',2,'{"line":"order","position":2,"side":1,"order":{"type":"Deploy","kind":"heavy","square":235,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":235,"facing":6}],"hash":"afb90c2dee0fd81791a16d4e715c2f3ff7d5923d"}');
INSERT INTO "lines" VALUES('CYzLFKViHO38cQiU',3,'{"line":"order","position":3,"side":1,"order":{"type":"Deploy","kind":"medium","square":187,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":4,"square":187,"facing":6}],"hash":"b0322b50e94fe572e9087e5cec25bf74743b0400"}');
INSERT INTO "lines" VALUES('CYzLFKViHO38cQiU',4,'{"line":"order","position":4,"side":1,"order":{"type":"Deploy","kind":"light","square":355,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":5,"square":355,"facing":6},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"b81e74b17c87cd871860dc1d10df617641c177d8"}');
INSERT INTO "lines" VALUES('G-Ib-EFxTy5FR8SY',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[1,4]}],"events":[{"type":"RolledOff","red":[1],"blue":[4]}],"hash":"f916973e213fb01030a93296030745b882f62000"}');
INSERT INTO "lines" VALUES('G-Ib-EFxTy5FR8SY',1,'{"line":"act","position":1,"act":"resign","side":1,"to":null,"hash":"c1d9cdcdd29d617548763b5aa426c26c4719c7c7"}');
INSERT INTO "lines" VALUES('ebp-KxUJsEFEfzBY',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[2,5],"of":[[2,6]]}],"events":[{"type":"RolledOff","red":[2],"blue":[5]}],"links":["fe510cf8a777aea9e15545672b122178f3bf107a555610952ce52f73e24208eb","c779b1c9341d0168934c9d62844894ed699162b1645867df364d63176af80ccc","cce177348c2b62db5cbd670175f90961296d1d28baa9078902df7f6378861f15"],"hash":"74204747242a3fac90a77e6e21fa5966f5df2e4b0c981999e8226ef0164ba2f0"}');
INSERT INTO "lines" VALUES('ebp-KxUJsEFEfzBY',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"links":[],"hash":"988fae1721443f3584a62f18e515fae3d0bd2259cc0d6bbc246494ff333eadd3"}');
INSERT INTO "lines" VALUES('ebp-KxUJsEFEfzBY',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"links":[],"hash":"4d45c9075f6ae0042dc8c54423a1d5147755df326ceab5ef20716183ab167d2f"}');
INSERT INTO "lines" VALUES('ebp-KxUJsEFEfzBY',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"links":[],"hash":"801e29ad771cfb764e90a9ddd6b17f82fac092f06bf8cb47b611191063ee7b34"}');
CREATE TABLE links (
	"match" VARCHAR(40) NOT NULL, 
	"set" INTEGER NOT NULL, 
	roll INTEGER NOT NULL, 
	chain INTEGER NOT NULL, 
	link VARCHAR(64) NOT NULL, 
	PRIMARY KEY ("match", "set", roll, chain), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL, 
	rulebook VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	setup TEXT NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	forked INTEGER NOT NULL, 
	sitting TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('DfGH7EgJcAlTWIFn','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053341,"rematch":null,"standing":[null,null],"seed_hash":"3b48801b5e9cd9e5b75ca0dafe81a0cd3a56805e","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('AYCtbaRu4DodwAlg','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','friend',0,'{"names":["Ann","Bob"],"bots":[null,null],"offers":[],"since":1795053341,"rematch":null,"standing":[null,null],"seed_hash":"ba91f34b3e09ae6d98093cd85f068d654c204ad4","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('CYzLFKViHO38cQiU','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','bot',0,'{"names":["Red","Greedy"],"bots":[null,"greedy"],"offers":[],"since":1795053342,"rematch":null,"standing":[null,null],"seed_hash":"a6d6e1ec3a1d81b6cd0af1c9a31cf556ecbfaa7a","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('G-Ib-EFxTy5FR8SY','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053344,"rematch":null,"standing":[null,null],"seed_hash":"1bd2f52a559636de37d089fcae04d2f6e6ad1fd5","end":"{\"line\":\"end\",\"result\":{\"winner\":0,\"rule\":\"\",\"sentence\":\"Blue resigned: Red wins.\"},\"seed\":\"8266f1e7d65d1b1ddb90c19c585b116f780c0cf0\",\"hash\":\"084ad1ce2eb5c25506d2a8b991c90c1c35b282a3\"}","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('ebp-KxUJsEFEfzBY','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053345,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":["d5e70ab0b631190c6fad44d5a29dbb2f2576c6f6d3a9c3758c0d999eeb56e3e3","21bcd6dd550c9db0bf46a74c7566a837e35ea889078a9a457f2971c40230887e","5cf95a2afa8b38a21e34cf37c50945e986f4042f0422190f384091060849ae70"],"asked":[0,0]}');
INSERT INTO "matches" VALUES('YYs4M31Hw_X4kW32','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','friend',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053345,"rematch":null,"standing":[null,null],"seed_hash":"b1870ad0cb625f3e083643a373515b1acd843dfa","end":"","dice":null,"asked":[0,0]}');
CREATE TABLE reasons (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE seats (
	"match" VARCHAR(40) NOT NULL, 
	token VARCHAR(40) NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	side INTEGER, 
	claimed BOOLEAN NOT NULL, 
	PRIMARY KEY ("match", token), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "seats" VALUES('DfGH7EgJcAlTWIFn','4de105950abc39232e58ab404583fbb98f92e19e','both',NULL,1);
INSERT INTO "seats" VALUES('DfGH7EgJcAlTWIFn','a0d16bad16148f25f51af695fa3598243301809e','watch',NULL,0);
INSERT INTO "seats" VALUES('AYCtbaRu4DodwAlg','c7d865b6f679395f2d9d0b6666c35ebbd7ff3273','play',0,1);
INSERT INTO "seats" VALUES('AYCtbaRu4DodwAlg','edca7d1c0bfa7444b144b27712d14d207bc4db4d','watch',NULL,0);
INSERT INTO "seats" VALUES('AYCtbaRu4DodwAlg','79f3f2be2304344f486d7476d555fd4763f76fa9','invitation',1,1);
INSERT INTO "seats" VALUES('AYCtbaRu4DodwAlg','7883627e9f6269e2e49ca6ce984c2a55f9702c0c','play',1,1);
INSERT INTO "seats" VALUES('CYzLFKViHO38cQiU','d2e0864d452e91f61798b3c5d1b97e8aedcd82d7','play',0,1);
INSERT INTO "seats" VALUES('CYzLFKViHO38cQiU','f5edb4c56e81b71a28646d3f6eaa91d68e48dc5b','watch',NULL,0);
INSERT INTO "seats" VALUES('G-Ib-EFxTy5FR8SY','badde45b69c738f4d3a169398c53f7d35361551a','both',NULL,1);
INSERT INTO "seats" VALUES('G-Ib-EFxTy5FR8SY','9ac5755ffdea0b1f3b493b5a21f49b97e43d8289','watch',NULL,0);
INSERT INTO "seats" VALUES('ebp-KxUJsEFEfzBY','8045dad56665ed5897dec8d727a66534f300c036','both',NULL,1);
INSERT INTO "seats" VALUES('ebp-KxUJsEFEfzBY','41c73f0650d03090569f5e55b08e33322e3dc92f','watch',NULL,0);
INSERT INTO "seats" VALUES('YYs4M31Hw_X4kW32','b9b28ba6128d8f11381e28836d1cd58a9d98bae4','play',0,1);
INSERT INTO "seats" VALUES('YYs4M31Hw_X4kW32','29f7e43f7ea5a0abc941b9938ff75c3af2b846a2','watch',NULL,0);
INSERT INTO "seats" VALUES('YYs4M31Hw_X4kW32','a657d31f6ab94152c1ecd9ea84c4be79c30dcfcb','invitation',1,0);
CREATE TABLE terrains (
	id VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "terrains" VALUES('7e456461dcad13ff995338c2','{"id":"7e456461dcad13ff995338c2","name":"The northern end","table":"squares","columns":24,"rows":18,"north":270,"legend":{".":"street",":":"square",",":"garden","#":"house","C":"church","T":"town hall","F":"works","=":"wall remains"},"cells":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]}');
CREATE TABLE versions (
	number INTEGER NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "versions" VALUES(3);
CREATE INDEX seats_by_token ON seats (token);
COMMIT;
-- matches.secrets.db
BEGIN TRANSACTION;
CREATE TABLE secret_keys (
	"match" VARCHAR(40) NOT NULL, 
	anchor VARCHAR(64) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	PRIMARY KEY ("match", anchor)
);
INSERT INTO "secret_keys" VALUES('ebp-KxUJsEFEfzBY','d5e70ab0b631190c6fad44d5a29dbb2f2576c6f6d3a9c3758c0d999eeb56e3e3','3d3b2fee3b6a8fd5b8261a29bf067c7a8d630aec1c64fe9cb109428fdc34531e');
INSERT INTO "secret_keys" VALUES('ebp-KxUJsEFEfzBY','21bcd6dd550c9db0bf46a74c7566a837e35ea889078a9a457f2971c40230887e','63f787a415d1f338c93a8c7342f1fa8042302776d1ff3067d725ed8bb4acb786');
INSERT INTO "secret_keys" VALUES('ebp-KxUJsEFEfzBY','5cf95a2afa8b38a21e34cf37c50945e986f4042f0422190f384091060849ae70','0730c594ce0c96a30ce6ae7810819f0cb33f3e9b790ca8111ddcabdc1ef9c2f0');
CREATE TABLE secret_seeds (
	"match" VARCHAR(40) NOT NULL, 
	seed VARCHAR(80) NOT NULL, 
	PRIMARY KEY ("match")
);
INSERT INTO "secret_seeds" VALUES('DfGH7EgJcAlTWIFn','fd7698c4cacda066f17f6015a2424b7315fb4ef1');
INSERT INTO "secret_seeds" VALUES('AYCtbaRu4DodwAlg','bfcd115a368e81f5d39b3f290b792456acc81720');
INSERT INTO "secret_seeds" VALUES('CYzLFKViHO38cQiU','01e38ff5cbca4151aeae0a0b8d10cdfba7968857');
INSERT INTO "secret_seeds" VALUES('G-Ib-EFxTy5FR8SY','8266f1e7d65d1b1ddb90c19c585b116f780c0cf0');
INSERT INTO "secret_seeds" VALUES('YYs4M31Hw_X4kW32','990779bd2d1c319bcd13afaff0886a33852c441f');
COMMIT;

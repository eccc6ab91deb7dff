-- A database of version 4, written by the Hulldown of its time.
-- [{"name": "hotseat", "match": "z_nkq3nbBmFHFegH", "tokens": ["TBbOZpmT2u_DeSNPQ8qMqAooAGM"], "head": 6, "record": "0b2e891938f3515d029697beb0ec89913a7fa4d7724427d9e6a97952fd6d4f02"}, {"name": "friends", "match": "cOKzUX9akBBY0nY6", "tokens": ["WbM8MK4XpSyGXlP9TY1mqcTEcFw", "5h6R17Cxm3xjQwR6baz3GqIwzSU"], "head": 4, "record": "f37208dd4b126bafa6b586fa3eb473f9e85816f9c89b0cadb47b2895ed1dcb6b"}, {"name": "bot", "match": "lm1YhtyFfbG5r2LA", "tokens": ["LXMLmdrEk-GLH1T1KIiQbIptCsk"], "head": 5, "record": "9e2b8264b17731b0647c1651e4943fcbce9530012c3e49a4a5d760515295952c"}, {"name": "over", "match": "hRF2G87S4IhDrBM5", "tokens": ["pyUCXtlhFrFOJVzI9TBOHS3ZLXc"], "head": 2, "record": "df5ba6417259990953970d6c12e852d688ea986991c2eb2b88e6e5d5ffe04e10"}, {"name": "sealed", "match": "XhVSi37esCuhJ4Vk", "tokens": ["36G7dnpfOqGqE7w9prszcI3CJvQ"], "head": 4, "record": "02defdb2d738058bdd11226514514ed3d8e0f98a151b7b9c663a8d4a9c26d8a0"}, {"name": "invitation", "match": "it8H2pdcPLhdetV0", "tokens": ["UzK8dvSySuqxu1tuQqJpPpTdW8U", "R0f-1rQ6t8fGLd76_Wh3jSqtGI8"], "head": 0, "record": ""}]
-- matches.db
BEGIN TRANSACTION;
CREATE TABLE analyses (
	record VARCHAR(64) NOT NULL, 
	model VARCHAR(16) NOT NULL, 
	text TEXT NOT NULL, 
	since INTEGER NOT NULL, 
	PRIMARY KEY (record, model)
);
CREATE TABLE answers (
	"match" VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	answer TEXT NOT NULL, 
	PRIMARY KEY ("match", seat, id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-4','{"status":"accepted","head":5,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','TBbOZpmT-5','{"status":"accepted","head":6,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('cOKzUX9akBBY0nY6','c443554c8fc3632f0d2a2d6d180034035bb2857a','WbM8MK4X-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('cOKzUX9akBBY0nY6','42fcaff0191b597c83fa0a1520e94ed7891c1d61','5h6R17Cx-0','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('cOKzUX9akBBY0nY6','c443554c8fc3632f0d2a2d6d180034035bb2857a','WbM8MK4X-1','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('cOKzUX9akBBY0nY6','c443554c8fc3632f0d2a2d6d180034035bb2857a','WbM8MK4X-2','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('lm1YhtyFfbG5r2LA','7f811fe1a9d0022503bc65f7261829cd368b971f','LXMLmdrE-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hRF2G87S4IhDrBM5','ae35690276c303dbdbb418c2e779c89747895647','pyUCXtlh-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('hRF2G87S4IhDrBM5','ae35690276c303dbdbb418c2e779c89747895647','act-1','{"status":"accepted","head":2,"played":0,"refusal":null}');
INSERT INTO "answers" VALUES('XhVSi37esCuhJ4Vk','e6d628c60d289a2dfd4e14b67aec0b6dfa43896f','36G7dnpf-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('XhVSi37esCuhJ4Vk','e6d628c60d289a2dfd4e14b67aec0b6dfa43896f','36G7dnpf-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('XhVSi37esCuhJ4Vk','e6d628c60d289a2dfd4e14b67aec0b6dfa43896f','36G7dnpf-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('XhVSi37esCuhJ4Vk','e6d628c60d289a2dfd4e14b67aec0b6dfa43896f','36G7dnpf-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
CREATE TABLE lines (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[5,6]}],"events":[{"type":"RolledOff","red":[5],"blue":[6]}],"hash":"02d0d86d586283170eed9ab14b4cf9882e7c2c92"}');
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"83652c38d00612dffb8d887cfb040f46bfbb9ca1"}');
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"07192102571ce2eb375de7c7847d361444e28352"}');
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"22b3931eb5c8c81c5541ec657acf0aa7a00b7050"}');
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',4,'{"line":"order","position":4,"side":0,"order":{"type":"Deploy","kind":"light","square":4,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":2,"square":4,"facing":2},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"e2b94811a12f2517fe30656b08e3a03c8fa1d04c"}');
INSERT INTO "lines" VALUES('z_nkq3nbBmFHFegH',5,'{"line":"order","position":5,"side":1,"order":{"type":"Deploy","kind":"heavy","square":20,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":20,"facing":6}],"hash":"78a98e23019d04e1c3e6857c0482213f5181e17e"}');
INSERT INTO "lines" VALUES('cOKzUX9akBBY0nY6',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[3,4]}],"events":[{"type":"RolledOff","red":[3],"blue":[4]}],"hash":"032076ad50951ef59d76f7248021865d3ddb535a"}');
INSERT INTO "lines" VALUES('cOKzUX9akBBY0nY6',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"179c75259d068063d646df1f7768fd984f90cfc8"}');
INSERT INTO "lines" VALUES('cOKzUX9akBBY0nY6',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"2078fc78e4a4072e51093985beb2e8d5351e0b58"}');
INSERT INTO "lines" VALUES('cOKzUX9akBBY0nY6',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"943085efe6f899f8d5bf187dd2e17a359cbf7595"}');
INSERT INTO "lines" VALUES('lm1YhtyFfbG5r2LA',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[3,6]}],"events":[{"type":"RolledOff","red":[3],"blue":[6]}],"hash":"ebfb6c1ae82a64799c18316222bc161da0f8a391"}');
INSERT INTO "lines" VALUES('lm1YhtyFfbG5r2LA',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":1},"rolls":[],"events":[{"type":"FirstChosen","first":1},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"36b8d78633874386fde132863a77a12dbe06fc67"}');
INSERT INTO "lines" VALUES('lm1YhtyFfbG5r2LA',2,'{"line":"order","position":2,"side":1,"order":{"type":"Deploy","kind":"heavy","square":211,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":211,"facing":6}],"hash":"caf906d8123dfebca709a3e6e63c76afe31f3818"}');
INSERT INTO "lines" VALUES('lm1YhtyFfbG5r2LA',3,'{"line":"order","position":3,"side":1,"order":{"type":"Deploy","kind":"medium","square":331,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":4,"square":331,"facing":6}],"hash":"651fcaf0f7e165bc9320faf6391af1e9ce31f90a"}');
INSERT INTO "lines" VALUES('lm1YhtyFfbG5r2LA',4,'{"line":"order","position":4,"side":1,"order":{"type":"Deploy","kind":"light","square":67,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":5,"square":67,"facing":6},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"fb4fa97cbc46dbd65d934b17ae9d571d5cbb618c"}');
INSERT INTO "lines" VALUES('hRF2G87S4IhDrBM5',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[5,3]}],"events":[{"type":"RolledOff","red":[5],"blue":[3]}],"hash":"00de3f6624ee98f1df7d953d70c0dd08918a357c"}');
INSERT INTO "lines" VALUES('hRF2G87S4IhDrBM5',1,'{"line":"act","position":1,"act":"resign","side":0,"to":null,"hash":"29f915d069efe5f1db9b5677f731333a3f967757"}');
INSERT INTO "lines" VALUES('XhVSi37esCuhJ4Vk',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[2,1],"of":[[2,6]]}],"events":[{"type":"RolledOff","red":[2],"blue":[1]}],"links":["c881272276f00995bce9d0ecf5e73a747381b3aeeee3654f36328b34d3149f19","7a2e8c7799d1363e7b773f8b6c1e86a36d561282da1b567804bc8f86670b2c9a","47435c468b8560c70c8e884c9e444bf9681457e1d86e7ff439793a8855b4fc0a"],"hash":"a2d4a8c8fce6a2653d187c38c53a7567db3dae60c4c389f6e7ac8a2f9e752a2d"}');
INSERT INTO "lines" VALUES('XhVSi37esCuhJ4Vk',1,'{"line":"order","position":1,"side":0,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"links":[],"hash":"25a4654e39fe32cf1a70c662b4dc892802b7583f55667c328074beb4e8943ffa"}');
INSERT INTO "lines" VALUES('XhVSi37esCuhJ4Vk',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"links":[],"hash":"56593d7d222b286d14a0599da7bda2f06bd1a8804273e5da0fd08abad6cd17da"}');
INSERT INTO "lines" VALUES('XhVSi37esCuhJ4Vk',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"links":[],"hash":"d45e36ae6470a1c2dae24a32ced2d5957a6d170021b16476690bd8d43fe86328"}');
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
INSERT INTO "matches" VALUES('z_nkq3nbBmFHFegH','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053352,"rematch":null,"standing":[null,null],"seed_hash":"8a6e9a389f8b212cdf2bd8c6a8a6cc7174c7b1a8","end":"","dice":null,"asked":[0,0],"began":1795053352,"lesson":""}');
INSERT INTO "matches" VALUES('cOKzUX9akBBY0nY6','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','friend',0,'{"names":["Ann","Bob"],"bots":[null,null],"offers":[],"since":1795053352,"rematch":null,"standing":[null,null],"seed_hash":"06d4f66906cbe98f8cf5628beeea8bc28147b88b","end":"","dice":null,"asked":[0,0],"began":1795053352,"lesson":""}');
INSERT INTO "matches" VALUES('lm1YhtyFfbG5r2LA','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','bot',0,'{"names":["Red","Greedy"],"bots":[null,"greedy"],"offers":[],"since":1795053354,"rematch":null,"standing":[null,null],"seed_hash":"eb7267e35ffc354d565681757851673d3a26bcbd","end":"","dice":null,"asked":[0,0],"began":1795053352,"lesson":""}');
INSERT INTO "matches" VALUES('hRF2G87S4IhDrBM5','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053355,"rematch":null,"standing":[null,null],"seed_hash":"39aa8adf43aa178f4f505475c8cc6cae86cd62a2","end":"{\"line\":\"end\",\"result\":{\"winner\":1,\"rule\":\"\",\"sentence\":\"Red resigned: Blue wins.\"},\"seed\":\"a7d867b675a56e5055d7c75b2485d16506514e11\",\"hash\":\"1ad1fc70f7e0682b05c61583dd4f1f7fdd6ae21a\"}","dice":null,"asked":[0,0],"began":1795053355,"lesson":""}');
INSERT INTO "matches" VALUES('XhVSi37esCuhJ4Vk','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053356,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":["e0ec4781f2eb8fa19515dc97e409a97a9b49f7f1eabc8cf4c6457d3f8a876991","98e911e54d1496c4f42ed0da6e93e858def14abfbeb3db599340f93f799aacaf","79fb5ba1bf4c241240311298b3425f34f0ed3b29682d6d6b1fa3ac842049f52b"],"asked":[0,0],"began":1795053355,"lesson":""}');
INSERT INTO "matches" VALUES('it8H2pdcPLhdetV0','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','friend',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053356,"rematch":null,"standing":[null,null],"seed_hash":"79947a2600027b658dc148b24afd2511a09410d8","end":"","dice":null,"asked":[0,0],"began":1795053356,"lesson":""}');
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
	opened INTEGER, 
	PRIMARY KEY ("match", token), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "seats" VALUES('z_nkq3nbBmFHFegH','15a07118d0b3ac07418011a7e1c0b51b90bbd401','both',NULL,1,NULL);
INSERT INTO "seats" VALUES('z_nkq3nbBmFHFegH','a51da06e3a9ac8916cc0e148a382439386ef1f56','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('cOKzUX9akBBY0nY6','c443554c8fc3632f0d2a2d6d180034035bb2857a','play',0,1,NULL);
INSERT INTO "seats" VALUES('cOKzUX9akBBY0nY6','18d5328c597113b5799aaf1f57a3bdb5244a6b9b','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('cOKzUX9akBBY0nY6','3bf07b75020831f018cfad91f5c250e8060b632d','invitation',1,1,NULL);
INSERT INTO "seats" VALUES('cOKzUX9akBBY0nY6','42fcaff0191b597c83fa0a1520e94ed7891c1d61','play',1,1,NULL);
INSERT INTO "seats" VALUES('lm1YhtyFfbG5r2LA','7f811fe1a9d0022503bc65f7261829cd368b971f','play',0,1,NULL);
INSERT INTO "seats" VALUES('lm1YhtyFfbG5r2LA','981c52c17d00b4dec7308b43a3e8c70b87cc5f31','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('hRF2G87S4IhDrBM5','ae35690276c303dbdbb418c2e779c89747895647','both',NULL,1,NULL);
INSERT INTO "seats" VALUES('hRF2G87S4IhDrBM5','e5aed9fea74b25c2af7ae8415b41d600cf2103da','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('XhVSi37esCuhJ4Vk','e6d628c60d289a2dfd4e14b67aec0b6dfa43896f','both',NULL,1,NULL);
INSERT INTO "seats" VALUES('XhVSi37esCuhJ4Vk','8c0926604918bf25e53052d2724404b4d24aa6ba','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('it8H2pdcPLhdetV0','ab0a16f116e0b0a760be7084b356dea8381d0de6','play',0,1,NULL);
INSERT INTO "seats" VALUES('it8H2pdcPLhdetV0','c3cabd3738b360d55a4f61dd9c543d8a1396ca15','watch',NULL,0,NULL);
INSERT INTO "seats" VALUES('it8H2pdcPLhdetV0','7390b9a90d971711ce0a958a021cc3f9221bf1fd','invitation',1,0,NULL);
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
INSERT INTO "versions" VALUES(4);
CREATE TABLE works (
	id VARCHAR(22) NOT NULL, 
	work TEXT NOT NULL, 
	licence VARCHAR(60) NOT NULL, 
	since INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
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
INSERT INTO "secret_keys" VALUES('XhVSi37esCuhJ4Vk','e0ec4781f2eb8fa19515dc97e409a97a9b49f7f1eabc8cf4c6457d3f8a876991','287b2c55dbd818969f7ae2fe5287afcd07d4d8743b6f8fa6b9c6bc32cb6563e6');
INSERT INTO "secret_keys" VALUES('XhVSi37esCuhJ4Vk','98e911e54d1496c4f42ed0da6e93e858def14abfbeb3db599340f93f799aacaf','f0da5101ec847cd652740e1fb8080532e34e235da56b99380112b2311cdc06b5');
INSERT INTO "secret_keys" VALUES('XhVSi37esCuhJ4Vk','79fb5ba1bf4c241240311298b3425f34f0ed3b29682d6d6b1fa3ac842049f52b','d5c200ce22c5e4e151b69419ed82d158c672f628e2387e0ec2cc22accbf4f47f');
CREATE TABLE secret_seeds (
	"match" VARCHAR(40) NOT NULL, 
	seed VARCHAR(80) NOT NULL, 
	PRIMARY KEY ("match")
);
INSERT INTO "secret_seeds" VALUES('z_nkq3nbBmFHFegH','453d8f0b90df12b58c79db0b7eaf48242c61f138');
INSERT INTO "secret_seeds" VALUES('cOKzUX9akBBY0nY6','c6ef63d679fe4b7a4fbe8ff505475de88c5c0c9a');
INSERT INTO "secret_seeds" VALUES('lm1YhtyFfbG5r2LA','3de4efb823f7e9f30fa51916a9661922b59a9e56');
INSERT INTO "secret_seeds" VALUES('hRF2G87S4IhDrBM5','a7d867b675a56e5055d7c75b2485d16506514e11');
INSERT INTO "secret_seeds" VALUES('it8H2pdcPLhdetV0','74aa2f2e4667497bbe7745c46777bde7043eea34');
COMMIT;

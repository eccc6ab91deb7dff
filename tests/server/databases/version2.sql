-- A database of version 2, written by the Hulldown of its time.
-- [{"name": "hotseat", "match": "T4ISO1sg1vcS-UFz", "tokens": ["yQc2F7GuASleHjrY5-P9AacNigY"], "head": 6, "record": "f596da2948a3ba0974e60ef77ce99aabd7b4f4ccf0a9bffc37fe6e2e030c3487"}, {"name": "friends", "match": "QojLICdWg2EqgvPz", "tokens": ["jJoI93MrJGKqjd_lVsueODkzYzI", "H_pQnggbTSG0gmMU5bqsoZNBFRI"], "head": 4, "record": "71bce4dc9e024a4af0411692bc40dad45ca3ca6299c3426ea170fb74bcbec1f1"}, {"name": "bot", "match": "-lkixpXM4DVi8qTa", "tokens": ["DJ356dxNIhVZJRo8952VX54pcp0"], "head": 5, "record": "b20f132ed2f5d4d51fee7f74c50915552231e2d75d5e479f6694bb38324e1f5b"}, {"name": "over", "match": "9frlGcSMFc_PVBC3", "tokens": ["1xZBpQlkhauey0BwahBXX-4efw4"], "head": 2, "record": "76c93bd4cd2292d11f8847574d47ca9d4eecc4ccf274077039adc6ce45765779"}, {"name": "sealed", "match": "INnMf0RVqEWjCHrD", "tokens": ["zY25CSO8usFs2Yl7DBC_qUpBmws"], "head": 4, "record": "2cbdc5cf4ed3828fec25c85a08c969e1f7bac55070b0cc689543061eaec41d32"}, {"name": "invitation", "match": "JEg1O9U6q1cpWRWR", "tokens": ["ZVZPUrJRxvIGR5vryoPpoBEBM9k", "uJImJxDsyxl0cwL2UjbYaCS7IOc"], "head": 0, "record": ""}]
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
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-4','{"status":"accepted","head":5,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','yQc2F7Gu-5','{"status":"accepted","head":6,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('QojLICdWg2EqgvPz','291998153d6ad51efd5913bfbc4b7c5a2282fc68','jJoI93Mr-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('QojLICdWg2EqgvPz','34bd5092cb7e369a4889ff7cf27188380dce420d','H_pQnggb-0','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('QojLICdWg2EqgvPz','291998153d6ad51efd5913bfbc4b7c5a2282fc68','jJoI93Mr-1','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('QojLICdWg2EqgvPz','291998153d6ad51efd5913bfbc4b7c5a2282fc68','jJoI93Mr-2','{"status":"accepted","head":4,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('-lkixpXM4DVi8qTa','777de21a6bf424e74701f2a1dc8b7ea46ae1bb3d','DJ356dxN-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('9frlGcSMFc_PVBC3','7ae7c004dee01fd62a27facf4f267680bea5db1c','1xZBpQlk-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('9frlGcSMFc_PVBC3','7ae7c004dee01fd62a27facf4f267680bea5db1c','act-1','{"status":"accepted","head":2,"played":0,"refusal":null}');
INSERT INTO "answers" VALUES('INnMf0RVqEWjCHrD','50e439f9f725a01a80bdefdb57ee8e25e3de3254','zY25CSO8-0','{"status":"accepted","head":1,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('INnMf0RVqEWjCHrD','50e439f9f725a01a80bdefdb57ee8e25e3de3254','zY25CSO8-1','{"status":"accepted","head":2,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('INnMf0RVqEWjCHrD','50e439f9f725a01a80bdefdb57ee8e25e3de3254','zY25CSO8-2','{"status":"accepted","head":3,"played":1,"refusal":null}');
INSERT INTO "answers" VALUES('INnMf0RVqEWjCHrD','50e439f9f725a01a80bdefdb57ee8e25e3de3254','zY25CSO8-3','{"status":"accepted","head":4,"played":1,"refusal":null}');
CREATE TABLE keys (
	"match" VARCHAR(40) NOT NULL, 
	"set" INTEGER NOT NULL, 
	chain INTEGER NOT NULL, 
	anchor VARCHAR(64) NOT NULL, 
	secret VARCHAR(64), 
	PRIMARY KEY ("match", "set", chain), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "keys" VALUES('INnMf0RVqEWjCHrD',1,0,'a165dbfb278ac1a61b8a97478d56c8985a65b7ef8091dc692850553a6d240674','2650ac94576ca23ab719717358de70386d4fd047295cf530ea1741b2e771e644');
INSERT INTO "keys" VALUES('INnMf0RVqEWjCHrD',1,1,'7b475f7210ac59772b8cf584283c60484cb8cab789d77c35bfacb0e422a7f75e','ecbdd14839e7d10b43e08dfca719dd2d7d3b074f5314865a2198f8aeabb42b1c');
INSERT INTO "keys" VALUES('INnMf0RVqEWjCHrD',1,2,'7354a611ce1ede8d67b55b6c220cf072b0f281c113400ccac6a09fa353ffb9b7','def3f1972217a0817286280886c75a9b77b8536fe099405023f2835289357119');
CREATE TABLE lines (
	"match" VARCHAR(40) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY ("match", position), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[5,2]}],"events":[{"type":"RolledOff","red":[5],"blue":[2]}],"hash":"9ce0a73e1dbc41b6ab669230f2030092599553d2"}');
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',1,'{"line":"order","position":1,"side":0,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"a9a2a3ecf55e68c89f581685cd5e16635f0ce113"}');
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"b41a3b0d5a40c9aa8a430a281ba8777c4691b64e"}');
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"55adcee749835ccfbf92b1be0c6c84d470857ba6"}');
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',4,'{"line":"order","position":4,"side":0,"order":{"type":"Deploy","kind":"light","square":4,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":2,"square":4,"facing":2},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"78c8e18582cdd9ef06764532edc490bc4e09424b"}');
INSERT INTO "lines" VALUES('T4ISO1sg1vcS-UFz',5,'{"line":"order","position":5,"side":1,"order":{"type":"Deploy","kind":"heavy","square":20,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":20,"facing":6}],"hash":"efca29371a175525b0db53b23831e4d77433d8c2"}');
INSERT INTO "lines" VALUES('QojLICdWg2EqgvPz',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[4,6]}],"events":[{"type":"RolledOff","red":[4],"blue":[6]}],"hash":"c39b3d36999c4883725991dc6bcb3961f9710adf"}');
INSERT INTO "lines" VALUES('QojLICdWg2EqgvPz',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"dbb14ed5f5b067ee56971f3938a981677680108a"}');
INSERT INTO "lines" VALUES('QojLICdWg2EqgvPz',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"hash":"adc1a8273f88b526fd3f609781b37b77a698e322"}');
INSERT INTO "lines" VALUES('QojLICdWg2EqgvPz',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"hash":"5ee00ad5f4be9f51dabc1ab327edd4be54ab0f26"}');
INSERT INTO "lines" VALUES('-lkixpXM4DVi8qTa',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[1,2]}],"events":[{"type":"RolledOff","red":[1],"blue":[2]}],"hash":"0d02eb984ac0522d41aa27d55a96ec55d5dd4dac"}');
INSERT INTO "lines" VALUES('-lkixpXM4DVi8qTa',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":1},"rolls":[],"events":[{"type":"FirstChosen","first":1},{"type":"PhaseBegan","phase":"deployment","side":1,"round":0}],"hash":"42f2e0dba52925de86aa4480dd1c23c2ac2a353d"}');
INSERT INTO "lines" VALUES('-lkixpXM4DVi8qTa',2,'{"line":"order","position":2,"side":1,"order":{"type":"Deploy","kind":"heavy","square":331,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":3,"square":331,"facing":6}],"hash":"34adb47862d8ef9983dca39857b06ffdf042b95b"}');
INSERT INTO "lines" VALUES('-lkixpXM4DVi8qTa',3,'{"line":"order","position":3,"side":1,"order":{"type":"Deploy","kind":"medium","square":187,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":4,"square":187,"facing":6}],"hash":"316f36f15103460689e79f92a6ebe9aebfe4a3a8"}');
INSERT INTO "lines" VALUES('-lkixpXM4DVi8qTa',4,'{"line":"order","position":4,"side":1,"order":{"type":"Deploy","kind":"light","square":235,"facing":6},"rolls":[],"events":[{"type":"Deployed","unit":5,"square":235,"facing":6},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"hash":"a4b84c43894c0f3f1a52135ab56e3e09e882ba7f"}');
INSERT INTO "lines" VALUES('9frlGcSMFc_PVBC3',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[6,2]}],"events":[{"type":"RolledOff","red":[6],"blue":[2]}],"hash":"b574d9f7b1e6f3d8491bb1bcecdbe4d85c8aabd5"}');
INSERT INTO "lines" VALUES('9frlGcSMFc_PVBC3',1,'{"line":"act","position":1,"act":"resign","side":0,"to":null,"hash":"0b8e71caebbf4b62127f9f180be0adaf6592fee7"}');
INSERT INTO "lines" VALUES('INnMf0RVqEWjCHrD',0,'{"line":"order","position":0,"side":0,"order":{"type":"Begin"},"rolls":[{"rule":"FR-Q06","faces":[3,5],"of":[[2,6]]}],"events":[{"type":"RolledOff","red":[3],"blue":[5]}],"links":["6d31af1b31d870889781193818ec22bc7da0317781705cfa0bd5cce4cf5b1567","de131f0db6497fc3185eaaa55593fbfad64db68699f5ae1b50dc9812ea126fe5","20b6d468d948a9511e9d1a4292fac45f662324b03a90863785837f261a6080a5"],"hash":"a16ada8e967786462a3a3ff2ad26af9dd0738b2453af14ed6643c032ed30793b"}');
INSERT INTO "lines" VALUES('INnMf0RVqEWjCHrD',1,'{"line":"order","position":1,"side":1,"order":{"type":"ChooseFirst","first":0},"rolls":[],"events":[{"type":"FirstChosen","first":0},{"type":"PhaseBegan","phase":"deployment","side":0,"round":0}],"links":[],"hash":"bd8d476d6ad414aa045a5b65de876963b35954c5b2094cefae7c817025316719"}');
INSERT INTO "lines" VALUES('INnMf0RVqEWjCHrD',2,'{"line":"order","position":2,"side":0,"order":{"type":"Deploy","kind":"heavy","square":0,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":0,"square":0,"facing":2}],"links":[],"hash":"cf30107df91dcedcddd0e15e34424243fcf5083e35c071fb09435f8c4779b56e"}');
INSERT INTO "lines" VALUES('INnMf0RVqEWjCHrD',3,'{"line":"order","position":3,"side":0,"order":{"type":"Deploy","kind":"medium","square":1,"facing":2},"rolls":[],"events":[{"type":"Deployed","unit":1,"square":1,"facing":2}],"links":[],"hash":"bd0534b2e480eeb34ad6afd4bc4c1ad255e2cd50c9e8c7cf4c97ad48fe6cb548"}');
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
	seed VARCHAR(80) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	forked INTEGER NOT NULL, 
	sitting TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('T4ISO1sg1vcS-UFz','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','d85ef07e11df4f32f098a483d770f4d061b72433','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053333,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('QojLICdWg2EqgvPz','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','f04be5951173e43e42603c0eec83727fe2c5cd5b','friend',0,'{"names":["Ann","Bob"],"bots":[null,null],"offers":[],"since":1795053333,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('-lkixpXM4DVi8qTa','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','bf8c4e7dc137cb9e6e60cbc6d711ff4c85fd9e2b','bot',0,'{"names":["Red","Greedy"],"bots":[null,"greedy"],"offers":[],"since":1795053334,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('9frlGcSMFc_PVBC3','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','03e4a88cfc98ec8a7af5e417a232f68514c3a2dc','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053336,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":null,"asked":[0,0]}');
INSERT INTO "matches" VALUES('INnMf0RVqEWjCHrD','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','','hotseat',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053336,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":["a165dbfb278ac1a61b8a97478d56c8985a65b7ef8091dc692850553a6d240674","7b475f7210ac59772b8cf584283c60484cb8cab789d77c35bfacb0e422a7f75e","7354a611ce1ede8d67b55b6c220cf072b0f281c113400ccac6a09fa353ffb9b7"],"asked":[0,0]}');
INSERT INTO "matches" VALUES('JEg1O9U6q1cpWRWR','france1944','2','{"scenario":"first-steps","board":{"name":"The northern end","north":"left","rows":["::##,,,..,,,,,,,..##,,##","::##,##..,,,,,##........","::.......##,,,##........","::.......###,,,,..##,,,,","::,,,##...........##,,,#","::,,,##...........,,,#,#","::##,,,..:::,,##..,###,,","::###,,..:::CC##..,...::","::.......:::CC,,..#...::","::.......:::CC,,..#.,.::","::..##,###..........,.##","FF..##,,##............##","FF..,,,,##..,##,##,.,.::","FF..#...........##,.,.#.","FF..#...........##,.,.#.",".......,,###,,..........",".......,,###,,..........","..##,..,,,,,,,,,##,,##,."]},"chart":[{"id":"heavy","name":"Heavy","letter":"H","points":3,"speed":-2,"front":10,"side":7,"rear":4,"gun":4},{"id":"medium","name":"Medium","letter":"M","points":2,"speed":0,"front":7,"side":4,"rear":2,"gun":3},{"id":"light","name":"Light","letter":"L","points":1,"speed":1,"front":4,"side":2,"rear":1,"gun":2}],"figures":{"large":[3,4,4,5,5,6],"small":[1,2,3,4,5,6],"dice_table":[[4,2],[8,3],[12,4]],"most_dice":5,"ruler":"centre","ranks":5,"flag_spacing":2,"flag_neighbours":3,"quiet_rounds":20},"red":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"blue":{"tanks":{"heavy":1,"medium":1,"light":1},"total":6},"flags":[0,0],"barricades":0,"turn_limit":0,"damage":false,"hidden":false,"edges":"ends"}','d1fc2a45305805e6137177b0e75e08e1705fb6f7','friend',0,'{"names":["Red","Blue"],"bots":[null,null],"offers":[],"since":1795053336,"rematch":null,"standing":[null,null],"seed_hash":"","end":"","dice":null,"asked":[0,0]}');
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
INSERT INTO "seats" VALUES('T4ISO1sg1vcS-UFz','73893de03e13e450f8d7a85c7f02bc5b2bb5b40c','both',NULL,1);
INSERT INTO "seats" VALUES('T4ISO1sg1vcS-UFz','e3d770ec2419022ed992e46f5ba7acedcfd0f543','watch',NULL,0);
INSERT INTO "seats" VALUES('QojLICdWg2EqgvPz','291998153d6ad51efd5913bfbc4b7c5a2282fc68','play',0,1);
INSERT INTO "seats" VALUES('QojLICdWg2EqgvPz','f9be67d1b31c67d1f07b274f0f20a94e8c09f834','watch',NULL,0);
INSERT INTO "seats" VALUES('QojLICdWg2EqgvPz','a8a68fc080c6772166be12a2f583baabe287ac55','invitation',1,1);
INSERT INTO "seats" VALUES('QojLICdWg2EqgvPz','34bd5092cb7e369a4889ff7cf27188380dce420d','play',1,1);
INSERT INTO "seats" VALUES('-lkixpXM4DVi8qTa','777de21a6bf424e74701f2a1dc8b7ea46ae1bb3d','play',0,1);
INSERT INTO "seats" VALUES('-lkixpXM4DVi8qTa','b06f3699929252fe553a903818485b029f577b96','watch',NULL,0);
INSERT INTO "seats" VALUES('9frlGcSMFc_PVBC3','7ae7c004dee01fd62a27facf4f267680bea5db1c','both',NULL,1);
INSERT INTO "seats" VALUES('9frlGcSMFc_PVBC3','ea55126e420d5973da741c4a96edfaa2b1396b9d','watch',NULL,0);
INSERT INTO "seats" VALUES('INnMf0RVqEWjCHrD','50e439f9f725a01a80bdefdb57ee8e25e3de3254','both',NULL,1);
INSERT INTO "seats" VALUES('INnMf0RVqEWjCHrD','793e6a4ac8e5330bfd062226d2c70a7e95a3568f','watch',NULL,0);
INSERT INTO "seats" VALUES('JEg1O9U6q1cpWRWR','585bcbd681dfee6a1d2918407d151d22043f7e6b','play',0,1);
INSERT INTO "seats" VALUES('JEg1O9U6q1cpWRWR','50aff75f969dbc5f5cbaea733f54ffbc65b067f1','watch',NULL,0);
INSERT INTO "seats" VALUES('JEg1O9U6q1cpWRWR','d0ce00db89354e34a676b9f90426591ccca5f1bf','invitation',1,0);
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
INSERT INTO "versions" VALUES(2);
CREATE INDEX seats_by_token ON seats (token);
COMMIT;

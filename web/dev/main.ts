import { mount } from "svelte";
import "../src/look/tokens.css";
import Page from "./Page.svelte";

const theme = new URLSearchParams(location.search).get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;
mount(Page, { target: document.body });

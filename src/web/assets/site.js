// Makes pages better where scripts run; every page works without. Loaded as a module, after the page is drawn.

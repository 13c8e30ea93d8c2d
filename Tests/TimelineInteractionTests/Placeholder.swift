// placeholder until the suite is written

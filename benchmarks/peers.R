# One rating step of R's PlayerRatings, in a process of its own: the clock is around the step alone; prints JSON.
# Rscript peers.R elo|glicko|fide GAMES.csv   (or `Rscript peers.R version`)
suppressPackageStartupMessages(library(PlayerRatings))
arguments <- commandArgs(trailingOnly = TRUE)
if (arguments[1] == "version") {
  cat(as.character(packageVersion("PlayerRatings")), "with R", as.character(getRversion()))
  quit(status = 0)
}
columns <- c("integer", "integer", "integer", "numeric")
games <- read.csv(arguments[2], colClasses = columns)
step <- list(elo = elo, glicko = glicko, fide = fide)[[arguments[1]]]
begin <- proc.time()
rated <- step(games, sort = FALSE)
spent <- proc.time() - begin
moved <- sum(rated$ratings$Rating != 2200)
cat(sprintf('{"seconds": %.6f, "processor": %.6f, "moved": %d}', spent[["elapsed"]],
            spent[["user.self"]] + spent[["sys.self"]], moved))

// The whole kernel: tables in, play out. No Python anywhere below this folder.
#pragma once

#include "paths.hpp"
#include "perft.hpp"
#include "random_play.hpp"
#include "read_rules.hpp"
#include "refusals.hpp"
#include "resume.hpp"

/** The surrogate host: interconnects, surrogates, liveness, storage and live subscribers. */
module org.banip.surrogate {
    requires org.banip.core;
    requires static org.jspecify;
}

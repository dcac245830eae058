/** The surrogate host: interconnects, surrogates, liveness, storage and live subscribers. */
module org.banip.surrogate {
    requires transitive org.banip.core;
    requires com.zaxxer.hikari;
    requires flyway.core;
    requires java.sql;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.banip.surrogate.store;

    uses java.sql.Driver;
}

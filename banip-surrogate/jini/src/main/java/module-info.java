/** Surrogates as Jini services. */
module org.banip.surrogate.jini {
    requires transitive java.rmi;
    requires transitive org.banip.core;
    requires transitive org.banip.river;
    requires transitive org.banip.server;
    requires transitive org.banip.surrogate.api;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports org.banip.surrogate.jini.attribute;
    exports org.banip.surrogate.jini.remote;
}

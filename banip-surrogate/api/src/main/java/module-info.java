/** The surrogate, subscriber and extension interfaces of a surrogate host. */
module org.banip.surrogate.api {
    requires transitive org.banip.core;
    requires transitive org.jspecify;

    exports org.banip.surrogate.api;
    exports org.banip.surrogate.api.reduction;
}

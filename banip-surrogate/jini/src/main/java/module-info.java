/** Surrogates as Jini services. */
@SuppressWarnings("requires-transitive-automatic") // River will not become a module
module org.banip.surrogate.jini {
    requires java.logging; // River logs there
    requires transitive java.rmi;
    requires transitive org.banip.core;
    requires transitive org.banip.river;
    requires transitive org.banip.server;
    requires transitive org.banip.surrogate.api;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports org.banip.surrogate.jini.attribute;
    exports org.banip.surrogate.jini.client;
    exports org.banip.surrogate.jini.discovery;
    exports org.banip.surrogate.jini.export;
    exports org.banip.surrogate.jini.filter;
    exports org.banip.surrogate.jini.lookup;
    exports org.banip.surrogate.jini.registration;
    exports org.banip.surrogate.jini.remote;
    exports org.banip.surrogate.jini.service;
    exports org.banip.surrogate.jini.settings;
    exports org.banip.surrogate.jini.subscription;
    exports org.banip.surrogate.jini.transport;

    provides org.banip.server.settings.SettingProvider with
            org.banip.surrogate.jini.settings.JiniSettingProvider;
    provides org.banip.surrogate.api.HostExtension with
            org.banip.surrogate.jini.host.JiniExtension;
}

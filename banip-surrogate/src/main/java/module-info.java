/** The surrogate host: interconnects, surrogates, liveness, storage and live subscribers. */
@SuppressWarnings("module") // the log-in that gets the client is built later
module org.banip.surrogate {
    requires transitive java.sql;
    requires transitive org.banip.alerts;
    requires transitive org.banip.core;
    requires transitive org.banip.recordings;
    requires transitive org.banip.surrogate.api;
    requires transitive org.banip.server;
    requires static transitive jakarta.servlet;
    requires static transitive org.jspecify;
    requires static org.eclipse.jetty.ee10.servlet;
    requires static org.eclipse.jetty.http;
    requires static org.eclipse.jetty.server;
    requires static org.eclipse.jetty.util;
    requires com.zaxxer.hikari;
    requires flyway.core;
    requires java.net.http;
    requires org.slf4j;

    exports org.banip.surrogate;
    exports org.banip.surrogate.activation;
    exports org.banip.surrogate.alert;
    exports org.banip.surrogate.alert.spi;
    exports org.banip.surrogate.detection;
    exports org.banip.surrogate.download;
    exports org.banip.surrogate.people;
    exports org.banip.surrogate.people.spi;
    exports org.banip.surrogate.settings;
    exports org.banip.surrogate.standalone;
    exports org.banip.surrogate.store;
    exports org.banip.surrogate.subscriber;

    uses java.sql.Driver;
    uses org.banip.recordings.export.RecordingWriter;
    uses org.banip.server.settings.SettingProvider;
    uses org.banip.surrogate.alert.spi.MailerProvider;
    uses org.banip.surrogate.api.HostExtension;
    uses org.banip.surrogate.api.SurrogateProvider;
    uses org.banip.surrogate.people.spi.ExternalLogInProvider;
}

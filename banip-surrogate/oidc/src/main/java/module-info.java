/** Log-in of people by OpenID Connect. */
module org.banip.surrogate.oidc {
    requires com.nimbusds.jose.jwt;
    requires java.net.http;
    requires org.banip.core;
    requires transitive org.banip.server;
    requires transitive org.banip.surrogate;
    requires org.slf4j;
    requires static org.jspecify;

    provides org.banip.server.settings.SettingProvider with
            org.banip.surrogate.oidc.OidcSettingProvider;
    provides org.banip.surrogate.people.spi.ExternalLogInProvider with
            org.banip.surrogate.oidc.OidcLogInProvider;
}

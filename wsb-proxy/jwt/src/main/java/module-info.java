/** Brokers that take JSON Web Tokens. */
module org.banip.wsb.jwt {
    requires com.nimbusds.jose.jwt;
    requires org.banip.core;
    requires transitive org.banip.server;
    requires transitive org.banip.wsb;
    requires org.slf4j;
    requires static org.jspecify;

    provides org.banip.server.settings.SettingProvider with
            org.banip.wsb.jwt.TokenSettingProvider;
    provides org.banip.wsb.spi.AuthenticatorProvider with
            org.banip.wsb.jwt.TokenAuthenticatorProvider;
}

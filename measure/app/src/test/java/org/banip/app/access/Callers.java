package org.banip.app.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.banip.core.interconnect.Protocol;
import org.banip.server.tls.TlsFiles;

/** Who asks each server: the rows of the tables. Sessions are of ban-1, and what is registered is ban-1. */
final class Callers {
    private static final long LATER = 3600;

    private final Secrets secrets;

    Callers(Secrets secrets) {
        this.secrets = secrets;
    }

    private static Caller basic(String name, String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return Caller.nobody(name).with("Authorization", "Basic " + pair);
    }

    private static Caller person(String name, String user) {
        return basic(name, user, Secrets.PASSWORD);
    }

    private Caller certified(String name, String user) {
        return Caller.nobody(name).proving(secrets.authority.client(user));
    }

    private Caller jwt(String name, String user, String audience, String id, long seconds) throws Exception {
        return Caller.nobody(name).bearing(secrets.tokens.token(user, audience, id, seconds));
    }

    /** Whose session it is that others ask a broker for. */
    static Caller owner() {
        return person("the MBU of ban-1, by password", "ban-1");
    }

    /** Whose session it is that others ask a host for. */
    static Caller ownerAtHost() {
        return broker("the broker, for the MBU of ban-1", "ban-1");
    }

    private static Caller broker(String name, String identity) {
        return Caller.nobody(name).bearing(Secrets.BROKER_TOKEN).with(Protocol.IDENTITY_HEADER, identity);
    }

    List<Caller> ofBroker() throws Exception {
        String name = Tokens.AUDIENCE;
        return List.of(
                Caller.nobody("nobody"),
                Caller.nobody("nobody, through a proxy").proxied(),
                Caller.nobody("a page of another site").fromAnotherSite(),
                owner(),
                person("the MBU of another BAN, by password", "ban-2"),
                basic("a wrong password", "ban-1", "wrong"),
                person("an unknown user", "ban-3"),
                certified("the MBU of ban-1, by certificate", "ban-1"),
                certified("the MBU of another BAN, by certificate", "ban-2"),
                certified("a revoked certificate", "ban-4"),
                Caller.nobody("a certificate of another authority").proving(secrets.otherAuthority.client("ban-1")),
                jwt("the MBU of ban-1, by JWT", "ban-1", name, "a", LATER),
                jwt("the MBU of another BAN, by JWT", "ban-2", name, "b", LATER),
                jwt("an expired JWT", "ban-1", name, "c", -LATER),
                jwt("a JWT of another audience", "ban-1", "another", "d", LATER),
                Caller.nobody("a JWT of another issuer").bearing(secrets.otherIssuer.token("ban-1", name, "e", LATER)),
                jwt("a revoked JWT", "ban-1", name, "revoked", LATER),
                broker("the host's broker token", "ban-1"),
                Caller.nobody("the host's viewer token").bearing(Secrets.VIEWER_TOKEN));
    }

    List<Caller> ofHostWithTokens() throws Exception {
        return List.of(
                Caller.nobody("nobody, on loopback"),
                Caller.nobody("nobody, through a proxy").proxied(),
                Caller.nobody("a page of another site").fromAnotherSite(),
                Caller.nobody("somebody who names an MBU, and has no token").with(Protocol.IDENTITY_HEADER, "ban-1"),
                Caller.nobody("a wrong token")
                        .bearing("wrong-token-0123456789abcdef")
                        .with(Protocol.IDENTITY_HEADER, "ban-1"),
                ownerAtHost(),
                broker("the broker, for another MBU", "ban-2"),
                broker("the broker's token, through a proxy", "ban-1").proxied(),
                Caller.nobody("the broker's token, and no MBU").bearing(Secrets.BROKER_TOKEN),
                Caller.nobody("the viewers' token").bearing(Secrets.VIEWER_TOKEN),
                Caller.nobody("the viewers' token, through a proxy")
                        .bearing(Secrets.VIEWER_TOKEN)
                        .proxied(),
                Caller.nobody("the viewers' token, naming an MBU")
                        .bearing(Secrets.VIEWER_TOKEN)
                        .with(Protocol.IDENTITY_HEADER, "ban-1"),
                person("an MBU's password", "ban-1"),
                jwt("an MBU's JWT", "ban-1", Tokens.AUDIENCE, "a", LATER));
    }

    private static Caller certifiedBroker(String name, TlsFiles certificate) {
        return Caller.nobody(name).proving(certificate).with(Protocol.IDENTITY_HEADER, "ban-1");
    }

    /** Whose session it is that others ask a host for that demands certificates of brokers. */
    Caller ownerAtHostWithCertificates() {
        return certifiedBroker("the broker, by certificate, for the MBU of ban-1", secrets.authority.broker("ward-3"));
    }

    List<Caller> ofHostWithBrokerCertificates() {
        return List.of(
                Caller.nobody("nobody, on loopback"),
                Caller.nobody("a broker without certificate").with(Protocol.IDENTITY_HEADER, "ban-1"),
                broker("a broker without certificate, with a token", "ban-1"),
                ownerAtHostWithCertificates(),
                Caller.nobody("the broker, for another MBU")
                        .proving(secrets.authority.broker("ward-3"))
                        .with(Protocol.IDENTITY_HEADER, "ban-2"),
                Caller.nobody("the broker, and no MBU").proving(secrets.authority.broker("ward-3")),
                certifiedBroker("a broker's revoked certificate", secrets.authority.broker("ward-4")),
                certifiedBroker("a broker that broker-names does not allow", secrets.authority.broker("ward-5")),
                certifiedBroker("a broker's expired certificate", secrets.authority.broker("expired")),
                certifiedBroker("a broker of another authority", secrets.otherAuthority.broker("ward-3")),
                certifiedBroker("an MBU's certificate of the same authority", secrets.authority.client("ban-1")),
                Caller.nobody("the viewers' token").bearing(Secrets.VIEWER_TOKEN));
    }

    /**
     * Who asks a host with a viewers' file.
     *
     * @param left the cookie of somebody who was removed from the file since
     */
    List<Caller> ofHostWithPeople(String left) {
        Caller.Credentials loggedIn = page -> List.of("Cookie", page.logIn("viewer", Secrets.PASSWORD));
        return List.of(
                Caller.nobody("nobody, on loopback"),
                Caller.nobody("a page of another site").fromAnotherSite(),
                basic("a wrong password", "viewer", "wrong"),
                person("an MBU's password", "ban-1"),
                Caller.nobody("an unknown token").bearing("wrong-token-0123456789abcdef"),
                Caller.nobody("the viewers' token").bearing(Secrets.VIEWER_TOKEN),
                person("a viewer of ban-1, by password", "viewer"),
                person("the same, through a proxy without TLS", "viewer").proxied(),
                person("a viewer of another BAN", "other"),
                person("a clinician", "clinician"),
                person("an exporter", "exporter"),
                person("an operator", "operator"),
                Caller.nobody("an operator, by token").bearing(secrets.ofPeople.get("operator")),
                person("somebody who was removed", Secrets.LEAVER),
                Caller.browser("the same, still logged in", page -> List.of("Cookie", left)),
                Caller.browser("a viewer of ban-1, logged in", loggedIn),
                Caller.browser("a page of another site, in that viewer's browser", loggedIn)
                        .fromAnotherSite(),
                Caller.browser("a viewer of ban-1, logged out", page -> {
                    String cookie = page.logIn("viewer", Secrets.PASSWORD);
                    page.logOut(cookie);
                    return List.of("Cookie", cookie);
                }),
                ownerAtHost());
    }

    static List<Caller> ofHostAlone() {
        return List.of(
                Caller.nobody("nobody, on loopback"),
                ownerWithoutBroker(),
                Caller.nobody("somebody who names another MBU").with(Protocol.IDENTITY_HEADER, "ban-2"),
                Caller.nobody("any token").bearing(Secrets.VIEWER_TOKEN),
                person("any password", "viewer"),
                Caller.nobody("nobody, through a proxy").proxied(),
                Caller.nobody("nobody, through a proxy that names itself").with("Via", "1.1 proxy"),
                Caller.nobody("a page of another site").fromAnotherSite(),
                Caller.nobody("a page whose site's name leads to this machine").with("Host", "evil.example"));
    }

    static Caller ownerWithoutBroker() {
        return Caller.nobody("somebody who names the MBU of the session").with(Protocol.IDENTITY_HEADER, "ban-1");
    }

    List<Caller> ofHealth() {
        return List.of(
                Caller.nobody("anybody who reaches the port"),
                Caller.nobody("a page of another site").fromAnotherSite(),
                Caller.nobody("a page whose site's name leads to this machine").with("Host", "evil.example"),
                Caller.nobody("the viewers' token").bearing(Secrets.VIEWER_TOKEN),
                Caller.nobody("a clinician, by token").bearing(secrets.ofPeople.get("clinician")),
                Caller.nobody("an operator, by token").bearing(secrets.ofPeople.get("operator")),
                person("an operator, by password", "operator"));
    }
}

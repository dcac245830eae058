package org.banip.mbu.testhost;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** A server's keys that count how often a handshake takes one. */
final class CountedKeys extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;
    private final AtomicInteger taken;

    CountedKeys(X509ExtendedKeyManager keys, AtomicInteger taken) {
        this.keys = keys;
        this.taken = taken;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        taken.incrementAndGet();
        return keys.getPrivateKey(alias);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return keys.getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return keys.chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return keys.getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return keys.chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return keys.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }
}

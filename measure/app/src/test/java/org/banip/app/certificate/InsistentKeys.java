package org.banip.app.certificate;

import java.net.Socket;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows one certificate, whatever authorities the server names. */
final class InsistentKeys extends X509ExtendedKeyManager {
    private final KeyStore store;
    private final String alias;

    InsistentKeys(KeyStore store, String alias) {
        this.store = store;
        this.alias = alias;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return alias;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return alias;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return null;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return new String[] {alias};
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String name) {
        try {
            return new X509Certificate[] {(X509Certificate) store.getCertificate(alias)};
        } catch (KeyStoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public PrivateKey getPrivateKey(String name) {
        try {
            return (PrivateKey) store.getKey(alias, new char[0]);
        } catch (KeyStoreException | NoSuchAlgorithmException | UnrecoverableKeyException e) {
            throw new IllegalStateException(e);
        }
    }
}

    fn article(&mut self, sku: &str) -> Result<&mut Article, StockError> {
        self.articles.get_mut(sku).ok_or_else(|| StockError::Unknown(sku.to_string()))
    }

    pub fn receive(&mut self, sku: &str, count: u32, today: Date) -> Result<u32, StockError> {
        let article = self.article(sku)?;
        article.on_hand += count;
        article.last_delivery = Some(today);
        Ok(article.on_hand)
    }

    pub fn reserve(&mut self, order: &[(String, u32)]) -> Result<u64, StockError> {
        for (sku, wanted) in order {
            let available = self.article(sku)?.available();
            if *wanted == 0 || available < *wanted {
                self.refused += 1;
                return Err(StockError::Short { sku: sku.clone(), wanted: *wanted, available });
            }
        }
        let mut total = self.packing_cents;
        for (sku, wanted) in order {
            let article = self.article(sku)?;
            article.reserved += wanted;
            total += article.price_for(*wanted);
        }
        Ok(total)
    }

    pub fn ship(&mut self, sku: &str, count: u32) -> Result<(), StockError> {
        let article = self.article(sku)?;
        let count = count.min(article.reserved);
        article.reserved -= count;
        article.on_hand -= count;
        Ok(())
    }
